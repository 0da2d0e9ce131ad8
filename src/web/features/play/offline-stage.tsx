import { Download, PowerOff } from 'lucide-react';
import { Link } from 'react-router';
import type { Application } from '#shared/apps/apps.ts';
import { texts } from '../../i18n/en/play.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/forms/button.tsx';
import { StageNotice } from './stage-notice.tsx';

interface OfflineStageProps {
  app: Application;
  /** The consequences and the deadline. */
  text: string;
  /** Whether a plan restores it. */
  needsPlan: boolean;
}

/** Replaces the player, for the owner of offline content. */
export function OfflineStage({ app, text, needsPlan }: OfflineStageProps) {
  return (
    <StageNotice
      icon={PowerOff}
      title={texts.thisApplicationIsOffline}
      actions={
        <>
          {needsPlan && (
            <Button asChild variant="primary" className="outline-ion">
              <Link to={paths.pricing()}>{texts.chooseAPlan}</Link>
            </Button>
          )}
          <Button asChild className="outline-ion">
            <Link to={paths.versions(app.id)}>
              <Download strokeWidth={1.75} aria-hidden="true" />
              {texts.downloadVersions}
            </Link>
          </Button>
        </>
      }
    >
      <p className="max-w-md text-14 text-on-stage-muted">{text}</p>
    </StageNotice>
  );
}
