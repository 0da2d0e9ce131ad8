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

interface AppRowProps {
  app: ApplicationCard;
  actions: CardActions;
}

/** A table row on wide screens; its cells are those of `columns`. */
export function AppTableRow({ app, actions }: AppRowProps) {
  return (
    <tr className="group border-b border-line align-middle transition-colors hover:bg-surface">
      <td className="py-3 pe-4">
        <div className="flex items-center gap-4">
          <SmallPicture app={app} />
          <div className="min-w-0">
            <div className="flex items-center gap-2">
              <h3 dir="auto" className="min-w-0 truncate font-semibold">
                <Link to={paths.play(app.id)} title={app.name} className="hover:underline">
                  {app.name}
                </Link>
              </h3>
              <VisibilityBadge app={app} />
              <ApprovalLink app={app} />
            </div>
            {app.description && (
              <p dir="auto" className="w-fit max-w-full truncate text-13 text-muted">
                {app.description}
              </p>
            )}
          </div>
        </div>
      </td>
      <td className="py-3 pe-4 text-13 max-lg:hidden">
        <p dir="auto" className="w-fit max-w-full truncate">
          {app.uploadedByUsername}
        </p>
        {app.organization && (
          <p dir="auto" className="w-fit max-w-full truncate text-muted">
            {app.organization.name}
          </p>
        )}
      </td>
      <td className="truncate py-3 pe-4 text-12 text-muted max-lg:hidden">
        <VersionTag of={app.version} />
      </td>
      <td className="py-3 pe-4 text-13 whitespace-nowrap text-muted max-lg:hidden">
        <Day of={app.createdAt} />
      </td>
      <td className="py-3 pe-4 max-lg:hidden">
        <ShareLink app={app} short />
      </td>
      <td className="py-3">
        <div className="flex items-center justify-end gap-1">
          <MainLink app={app} />
          <AppMenu app={app} actions={actions} />
        </div>
      </td>
    </tr>
  );
}

/** The same on a phone, stacked. */
export function AppStackedRow({ app, actions }: AppRowProps) {
  return (
    <article className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 border-b border-line py-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <SmallPicture app={app} className="sm:row-span-2 sm:w-36" />
      <div className="min-w-0">
        <div className="-mt-2 -me-2 flex items-center gap-2">
          <div className="me-auto min-w-0">
            <h3 dir="auto" className="line-clamp-2 text-16 font-semibold wrap-anywhere">
              <Link to={paths.play(app.id)}>{app.name}</Link>
            </h3>
          </div>
          <VisibilityBadge app={app} />
          <AppMenu app={app} actions={actions} />
        </div>
        <p className="truncate text-13 text-muted">
          <Byline app={app} />
        </p>
        <ApprovalLink app={app} className="my-1" />
        <p className="flex items-baseline gap-3 text-13 text-muted">
          <Day of={app.createdAt} />
          <VersionTag of={app.version} className="truncate text-12" />
        </p>
      </div>
      <div className="col-span-2 grid grid-cols-1 gap-1 pt-2 sm:col-span-1 sm:col-start-2 sm:pt-1">
        {app.description && (
          <p dir="auto" className="line-clamp-2 w-fit wrap-anywhere text-13">
            {app.description}
          </p>
        )}
        <div className="flex items-center justify-between gap-4">
          <div className="min-w-0">
            <ShareLink app={app} />
          </div>
          <MainLink app={app} />
        </div>
      </div>
    </article>
  );
}

function SmallPicture({ app, className }: { app: ApplicationCard; className?: string }) {
  return (
    <div
      className={cn(
        'aspect-4/3 w-24 shrink-0 self-start overflow-hidden rounded-control bg-raised ring-1 ring-line',
        (app.isOffline || app.takenDown) && 'grayscale',
        className,
      )}
    >
      <AppPicture app={app} />
    </div>
  );
}

/**
 * The columns between name and actions, with the full link if there is room. The server renders the table for
 * desktop browsers. In a narrow window these columns are hidden until the script stacks the rows.
 */
export const columnWidths = {
  creator: 'w-36 xl:w-44 max-lg:hidden',
  version: 'w-20 max-lg:hidden',
  created: 'w-32 max-lg:hidden',
  link: 'w-24 xl:w-44 min-[100rem]:w-68 max-lg:hidden',
};

export function AppTableRowSkeleton() {
  return (
    <div className="flex items-center gap-4 border-b border-line py-3">
      <Skeleton className="aspect-4/3 w-24 shrink-0" />
      <div className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-3 w-2/3" />
      </div>
      {Object.entries(columnWidths).map(([column, width]) => (
        <div key={column} className={cn('-ms-4 shrink-0 pe-8', width)}>
          <Skeleton className="h-3" />
        </div>
      ))}
      <div className="-ms-4 w-36 shrink-0">
        <Skeleton className="ms-auto me-10 h-9 w-22" />
      </div>
    </div>
  );
}

export function AppStackedRowSkeleton() {
  return (
    <div className="grid grid-cols-[6rem_1fr] gap-x-4 border-b border-line py-4 sm:grid-cols-[9rem_1fr]">
      <Skeleton className="aspect-4/3 w-24 self-start sm:row-span-2 sm:w-36" />
      <div className="grid content-center gap-3">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-3 w-1/2" />
        <Skeleton className="h-3 w-2/5" />
      </div>
      <div className="col-span-2 grid gap-1 pt-2 sm:col-span-1 sm:col-start-2 sm:pt-1">
        <div className="flex h-5 items-center">
          <Skeleton className="h-3 w-5/6" />
        </div>
        <div className="flex items-center justify-between">
          <Skeleton className="h-3 w-1/2" />
          <Skeleton className="h-11 w-22 md:h-9" />
        </div>
      </div>
    </div>
  );
}
