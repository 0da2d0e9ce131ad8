import type { Application } from '#shared/apps/apps.ts';
import { GeneratedPicture } from '../../ui/layout/generated-picture.tsx';

interface BackdropProps {
  app: Pick<Application, 'id' | 'thumbnailUrl'>;
}

/** The blurred thumbnail behind the stage while no game is drawn. */
export function Backdrop({ app }: BackdropProps) {
  return (
    <div aria-hidden="true" data-poster="" className="absolute inset-0 scale-105 opacity-50 blur-[6px]">
      {app.thumbnailUrl ? (
        <img src={app.thumbnailUrl} alt="" className="size-full object-cover" />
      ) : (
        <GeneratedPicture seed={app.id} />
      )}
    </div>
  );
}
