import { CircleAlert, History, Upload } from 'lucide-react';
import { Link } from 'react-router';
import type { Application } from '#shared/apps/apps.ts';
import { notPlayableMessage, startBlockers } from '#shared/versions/startable.ts';
import { texts } from '../../i18n/en/play.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/forms/button.tsx';
import { List } from '../../ui/lists/list.tsx';
import { StageNotice } from './stage-notice.tsx';

/** Replaces the player if the active version cannot start. Only users who may edit the application see the reason. */
export function UnplayableStage({ app }: { app: Application }) {
  if (!app.build)
    return (
      <StageNotice icon={CircleAlert} title={notPlayableMessage}>
        <p className="max-w-md text-14 text-on-stage-muted">{texts.comeBackOnceItsCreatorHasFixedIt}</p>
      </StageNotice>
    );
  return (
    <StageNotice
      icon={CircleAlert}
      title={texts.thisBuildCannotStart}
      actions={
        app.can.update && (
          <>
            <Button asChild variant="primary" className="outline-ion">
              <Link to={paths.update(app.id)}>
                <Upload strokeWidth={1.75} aria-hidden="true" />
                {texts.uploadANewVersion}
              </Link>
            </Button>
            <Button asChild className="outline-ion">
              <Link to={paths.versions(app.id)}>
                <History strokeWidth={1.75} aria-hidden="true" />
                {texts.versionHistory}
              </Link>
            </Button>
          </>
        )
      }
    >
      <List className="grid max-w-reading gap-1 text-14 text-on-stage-muted wrap-anywhere">
        {startBlockers(app.build).map((message) => (
          <li key={message}>{message}</li>
        ))}
      </List>
      <p className="mt-2 text-13 text-on-stage-muted">{texts.visitorsReadThatItIsNotPlayableYet}</p>
    </StageNotice>
  );
}
