import { Play } from 'lucide-react';
import { Link } from 'react-router';
import type { ApplicationCard } from '#shared/apps.ts';
import { formatDate } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { GeneratedPicture } from '../../ui/generated-picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function AppCard({ app }: { app: ApplicationCard }) {
  const address = paths.play(app.id);
  return (
    <article className="group relative grid grid-cols-1 gap-3">
      <div className="relative aspect-4/3 overflow-hidden rounded-picture bg-raised ring-1 ring-line">
        <div className="size-full transition-transform duration-200 group-hover:scale-[1.02]">
          <AppPicture app={app} />
        </div>
        <Button
          asChild
          variant="primary"
          className="absolute right-3 bottom-3 z-10 transition-opacity focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 md:opacity-0 [@media(hover:none)]:opacity-100"
        >
          <Link to={address} aria-label={`Play ${app.name}`}>
            <Play aria-hidden="true" className="fill-current" strokeWidth={1.75} />
            Play
          </Link>
        </Button>
      </div>
      <div className="grid grid-cols-1 gap-0.5">
        <div className="flex items-center gap-2">
          <h3 className="min-w-0 flex-1 truncate text-16 font-semibold tracking-tight">
            <Link
              to={address}
              className="after:absolute after:inset-0 after:rounded-picture"
              title={app.name}
            >
              {app.name}
            </Link>
          </h3>
          <Badge>{app.isPublic ? 'Public' : 'Private'}</Badge>
        </div>
        <p className="flex items-baseline gap-2 text-13 text-muted">
          <span className="min-w-0 truncate">
            {app.uploadedByUsername}
            {app.organization && ` · ${app.organization.name}`}
          </span>
          <time dateTime={app.createdAt} className="shrink-0">
            {formatDate(app.createdAt)}
          </time>
          <span className="ml-auto shrink-0 font-mono text-12">v{app.version}</span>
        </p>
      </div>
    </article>
  );
}

function AppPicture({ app }: { app: ApplicationCard }) {
  if (!app.thumbnailUrl) return <GeneratedPicture seed={app.id} name={app.name} />;
  return (
    <img src={app.thumbnailUrl} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
  );
}

export function AppCardSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="aspect-4/3 rounded-picture" />
      <div className="grid gap-2 py-1">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-3 w-1/2" />
      </div>
    </div>
  );
}
