import type { ApplicationCard } from '#shared/apps/apps.ts';
import { GeneratedPicture } from '#web/ui/layout/generated-picture.tsx';

/** The creator's thumbnail, or a picture generated from the id. */
export function AppPicture({ app }: { app: ApplicationCard }) {
  if (!app.thumbnailUrl) return <GeneratedPicture seed={app.id} name={app.name} />;
  return (
    <img
      src={app.thumbnailUrl}
      srcSet={app.thumbnailLargeUrl ? `${app.thumbnailUrl} 1x, ${app.thumbnailLargeUrl} 2x` : undefined}
      alt=""
      width={400}
      height={300}
      loading="lazy"
      decoding="async"
      className="size-full object-cover"
    />
  );
}
