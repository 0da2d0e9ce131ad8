import { Download, Play } from 'lucide-react';
import { Link } from 'react-router';
import type { Application } from '#shared/apps/apps.ts';
import { formatSize } from '#shared/versions/build-file.ts';
import type { Approval } from '#shared/versions/versions.ts';
import { texts } from '../../i18n/en/versions.ts';
import { Rich } from '../../i18n/rich.tsx';
import { formatDate } from '../../lib/format/dates.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/forms/button.tsx';
import { VersionTag } from '../../ui/layout/version-tag.tsx';
import { Section } from './section.tsx';
import { useVersions } from './use-versions.ts';

export function CurrentVersion({ app }: { app: Application }) {
  const active = useVersions(app.id).data?.find(({ isActive }) => isActive);
  return (
    <Section title={texts.currentVersion} text={audienceText(app, active?.approval)}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="text-24 font-medium break-all">
            <VersionTag of={app.version} className="text-24" />
          </p>
          <p className="mt-1 text-13 break-words text-muted">
            {app.fileName && <bdi className="font-mono">{app.fileName}</bdi>}
            {app.fileSize !== null && ` · ${formatSize(app.fileSize)}`}
            {' · '}
            <Rich
              text={texts.updatedAt}
              with={{ updatedAt: <time dateTime={app.updatedAt}>{formatDate(app.updatedAt)}</time> }}
            />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {app.can.play && (
            <Button asChild>
              <Link to={paths.play(app.id)}>
                <Play strokeWidth={1.75} aria-hidden="true" className="fill-current" />
                {texts.play}
              </Link>
            </Button>
          )}
          {app.fileUrl && (
            <Button asChild>
              <a href={app.fileUrl} download={app.fileName ?? ''}>
                <Download strokeWidth={1.75} aria-hidden="true" />
                {texts.download}
              </a>
            </Button>
          )}
        </div>
      </div>
    </Section>
  );
}

/** @param approval of the active version; undefined until it is known, when nothing is shown */
function audienceText(app: Application, approval: Approval | undefined): string | undefined {
  if (approval === undefined) return undefined;
  if (approval === 'pending') return texts.notPlayedBeforeApproval;
  if (approval === 'sent-back') return texts.notPlayedSinceSentBack;
  if (app.cannotStart) return texts.nobodyCanPlayIt;
  return app.isOffline || app.takenDown ? texts.playedOnceBackOnline : texts.playedNow;
}
