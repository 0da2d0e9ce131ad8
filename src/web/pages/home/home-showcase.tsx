import { Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { Byline } from '../../features/apps/card/byline.tsx';
import { readFilters } from '../../features/apps/list/filters.ts';
import { useApplications } from '../../features/apps/list/use-applications.ts';
import { texts } from '../../i18n/en/pages/home-showcase.ts';
import { format } from '../../i18n/format.ts';
import { cn } from '../../lib/cn.ts';
import { paths } from '../../paths.ts';
import { GeneratedPicture } from '../../ui/layout/generated-picture.tsx';
import { List } from '../../ui/lists/list.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';

/** The unfiltered gallery of a visitor, so that both share one query. */
const everything = readFilters(new URLSearchParams());
const maxShown = 5;

/**
 * The lit screen with the newest public applications, those with a thumbnail first. Pointing at a small
 * picture shows it on the screen. The picture colours the light around it.
 */
export function HomeShowcase() {
  const list = useApplications(everything);
  const apps = showcasedApps(list.data?.pages[0]?.items ?? []);
  const [pointedAt, setPointedAt] = useState<string>();
  const shown = apps.find(({ id }) => id === pointedAt) ?? apps[0];
  return (
    <div className="isolate grid min-w-0 grid-cols-1 gap-4">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div role="group" aria-label={texts.featuredApplication} className="relative">
        <div
          aria-hidden="true"
          className="absolute inset-0 -z-10 scale-105 overflow-hidden rounded-picture opacity-50 blur-3xl saturate-150 forced-colors:hidden"
        >
          {shown && <ShowcasePicture app={shown} />}
        </div>
        <div className="relative aspect-4/3 overflow-hidden rounded-picture bg-stage ring-1 ring-line">
          {shown ? (
            <div key={shown.id} className="relative size-full animate-lit">
              <ShowcasePicture app={shown} named />
              {shown.thumbnailLargeUrl && (
                <img
                  src={shown.thumbnailLargeUrl}
                  alt=""
                  width={800}
                  height={600}
                  decoding="async"
                  className="absolute inset-0 size-full object-cover"
                />
              )}
            </div>
          ) : (
            !list.isPending && <EmptyShowcase />
          )}
        </div>
        <div className="mt-4 flex min-h-12 items-center justify-between gap-4">
          {shown ? (
            <ShowcaseCaption app={shown} />
          ) : (
            list.isSuccess && <p className="text-muted">{texts.noApplicationsYet}</p>
          )}
        </div>
      </div>
      {apps.length > 1 ? (
        <List aria-label={texts.featuredApplications} className="grid grid-cols-5 gap-2 md:gap-3">
          {apps.map((app) => (
            <li key={app.id}>
              <Link
                to={paths.play(app.id)}
                aria-label={format(texts.playName, { name: app.name })}
                onPointerEnter={() => setPointedAt(app.id)}
                onFocus={() => setPointedAt(app.id)}
                className={cn(
                  'block aspect-4/3 overflow-hidden rounded-control ring-1 ring-line transition-opacity',
                  app === shown ? 'ring-2 ring-ring' : 'opacity-60 hover:opacity-100',
                )}
              >
                <ShowcasePicture app={app} />
              </Link>
            </li>
          ))}
        </List>
      ) : (
        <ThumbnailPlaceholders waiting={list.isPending} />
      )}
    </div>
  );
}

/** Thumbnails before generated pictures; otherwise the order of the gallery stays. */
function showcasedApps(apps: readonly ApplicationCard[]): ApplicationCard[] {
  const playable = apps.filter(({ can }) => can.play);
  const pictured = playable.filter(({ thumbnailUrl }) => thumbnailUrl);
  const drawn = playable.filter(({ thumbnailUrl }) => !thumbnailUrl);
  return [...pictured, ...drawn].slice(0, maxShown);
}

function ShowcaseCaption({ app }: { app: ApplicationCard }) {
  return (
    <>
      <div className="min-w-0">
        <p dir="auto" className="w-fit max-w-full truncate text-16 font-semibold tracking-tight">
          {app.name}
        </p>
        <p className="truncate text-13 text-muted">
          <Byline app={app} />
        </p>
      </div>
      <Link
        to={paths.play(app.id)}
        aria-label={format(texts.playName, { name: app.name })}
        className="inline-flex h-11 shrink-0 items-center gap-2 rounded-control border border-transparent bg-text px-4 font-medium text-bg transition-opacity after:absolute after:inset-0 after:rounded-picture hover:opacity-90 md:h-9"
      >
        <Play size={16} strokeWidth={1.75} aria-hidden="true" />
        {texts.play}
      </Link>
    </>
  );
}

/** The small picture, which the gallery below shows too; a larger one replaces it on the screen. */
function ShowcasePicture({ app, named }: { app: ApplicationCard; named?: boolean }) {
  if (!app.thumbnailUrl) return <GeneratedPicture seed={app.id} name={named ? app.name : undefined} />;
  return (
    <img
      src={app.thumbnailUrl}
      alt=""
      width={400}
      height={300}
      decoding="async"
      className="size-full object-cover"
    />
  );
}

/** Reserves the place of the small pictures, so that nothing below moves. */
function ThumbnailPlaceholders({ waiting }: { waiting: boolean }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-5 gap-2 md:gap-3">
      {Array.from({ length: maxShown }, (_, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places have no identity but where they are
        <div key={seat} className="aspect-4/3">
          {waiting ? (
            <Skeleton className="size-full" />
          ) : (
            <div className="size-full rounded-control border border-dashed border-line" />
          )}
        </div>
      ))}
    </div>
  );
}

/** Built-in pictures for a server without applications. */
function EmptyShowcase() {
  return (
    <div aria-hidden="true" className="size-full animate-lit">
      <GeneratedPicture seed="reel 25" />
    </div>
  );
}
