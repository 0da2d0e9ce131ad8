import { Link } from 'react-router';
import type { ApplicationCard } from '#shared/apps/apps.ts';
import { cn } from '#web/lib/cn.ts';
import { paths } from '#web/paths.ts';
import { VersionTag } from '#web/ui/layout/version-tag.tsx';
import { Day } from '#web/ui/lists/day.tsx';
import { Skeleton } from '#web/ui/loading/skeleton.tsx';
import type { CardActions } from './actions.ts';
import { AppMenu } from './app-menu.tsx';
import { AppPicture } from './app-picture.tsx';
import { ApprovalLink } from './approval-link.tsx';
import { Byline } from './byline.tsx';
import { MainLink } from './main-link.tsx';
import { ShareLink } from './share-link.tsx';
import { VisibilityBadge } from './visibility-badge.tsx';

interface AppCardProps {
  app: ApplicationCard;
  actions: CardActions;
}

export function AppCard({ app, actions }: AppCardProps) {
  const address = paths.play(app.id);
  return (
    <article className="group relative grid h-full grid-cols-1 grid-rows-[auto_1fr] gap-2">
      <div className="relative aspect-4/3 overflow-hidden rounded-picture bg-raised ring-1 ring-line">
        <div
          className={cn(
            'size-full transition-transform duration-200 group-hover:scale-[1.02]',
            (app.isOffline || app.takenDown) && 'grayscale',
          )}
        >
          <AppPicture app={app} />
        </div>
        <ApprovalLink app={app} className="absolute top-3 start-3 z-10" />
        <MainLink
          app={app}
          primary
          className="absolute end-3 bottom-3 z-10 transition-opacity focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 md:opacity-0 [@media(hover:none)]:opacity-100"
        />
      </div>
      {/* The height of the highest card in the row, so that the parts below the descriptions align. */}
      <div className="grid grid-cols-1 grid-rows-[auto_1fr_auto_auto]">
        <div className="-me-2 flex items-center gap-2">
          <div className="me-auto min-w-0">
            <h3 dir="auto" className="truncate text-16 font-semibold tracking-tight">
              <Link
                to={address}
                className="after:absolute after:inset-0 after:rounded-picture"
                title={app.name}
              >
                {app.name}
              </Link>
            </h3>
          </div>
          <VisibilityBadge app={app} />
          <AppMenu app={app} actions={actions} />
        </div>
        <div>
          {app.description && (
            <p dir="auto" className="mb-1 line-clamp-2 w-fit wrap-anywhere text-13">
              {app.description}
            </p>
          )}
        </div>
        <p className="flex items-baseline gap-3 text-13 text-muted">
          <span className="me-auto min-w-0 truncate">
            <Byline app={app} />
          </span>
          <VersionTag of={app.version} className="max-w-24 shrink-0 truncate text-12" />
        </p>
        <div className="flex items-center gap-3 text-13 text-muted">
          <div className="min-w-0 flex-1">
            <ShareLink app={app} short />
          </div>
          <Day of={app.createdAt} className="shrink-0" />
        </div>
      </div>
    </article>
  );
}

/** Each line has the height of the card's own. */
export function AppCardSkeleton() {
  return (
    <div className="grid gap-2">
      <Skeleton className="aspect-4/3 rounded-picture" />
      <div>
        <div className="flex h-11 items-center md:h-9">
          <Skeleton className="h-4 w-2/3" />
        </div>
        <div className="mb-1 flex h-5 items-center">
          <Skeleton className="h-3 w-5/6" />
        </div>
        <div className="flex h-5 items-center justify-between">
          <Skeleton className="h-3 w-1/2" />
          <Skeleton className="h-3 w-10" />
        </div>
        <div className="flex h-11 items-center justify-between md:h-8">
          <Skeleton className="h-3 w-3/5" />
          <Skeleton className="h-3 w-16" />
        </div>
      </div>
    </div>
  );
}
