import { Download, PowerOff } from 'lucide-react';
import { Link } from 'react-router';
import type { Application } from '#shared/apps.ts';
import { paths } from '../../paths.ts';
import { texts } from '../../texts/en/play.ts';
import { Button } from '../../ui/button.tsx';

interface OfflineStageProps {
  app: Application;
  /** What that means, and until when. */
  text: string;
  /** Whether a plan brings it back. */
  needsPlan: boolean;
}

/** In the place of the player, for whoever owns what is offline. */
export function OfflineStage({ app, text, needsPlan }: OfflineStageProps) {
  return (
    <section aria-label={texts.player} className="border-b border-line md:py-4">
      <div className="md:px-6">
        <div className="mx-auto grid min-h-72 w-full max-w-theatre content-center justify-items-center gap-4 bg-stage px-6 py-12 text-center text-on-stage md:aspect-video md:rounded-picture">
          <PowerOff size={32} strokeWidth={1.5} aria-hidden="true" className="text-on-stage-muted" />
          <div className="grid gap-1">
            {/* No heading, since it stands before the one of the page. */}
            <p className="text-20 font-semibold">{texts.thisApplicationIsOffline}</p>
            <p className="max-w-md text-14 text-on-stage-muted">{text}</p>
          </div>
          <div className="flex flex-wrap justify-center gap-3">
            {needsPlan && (
              <Button asChild variant="primary">
                <Link to={paths.pricing()}>{texts.chooseAPlan}</Link>
              </Button>
            )}
            <Button asChild>
              <Link to={paths.versions(app.id)}>
                <Download strokeWidth={1.75} aria-hidden="true" />
                {texts.downloadVersions}
              </Link>
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}
