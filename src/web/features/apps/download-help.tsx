import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Offline } from '#shared/billing/offline.ts';
import { texts } from '../../i18n/en/apps.ts';
import { format } from '../../i18n/format.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Button } from '../../ui/forms/button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

const ways = {
  online: texts.chooseUpdateInTheMenuOfAn,
  offline: texts.chooseDownloadOnAnApplication,
};
const steps = [texts.scrollToItsVersionHistory, texts.chooseDownloadOnEachVersionThat];

interface DownloadHelpProps {
  /** The content that is offline already; null if none. */
  offline: Offline | null;
}

/** How to download content before its deletion. */
export function DownloadHelp({ offline }: DownloadHelpProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download strokeWidth={1.75} aria-hidden="true" />
        {texts.downloadYourApps}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={texts.downloadYourApps}
        description={texts.downloadEachApplication}
      >
        <ol className="mt-5 grid list-decimal gap-2 ps-5">
          {[offline ? ways.offline : ways.online, ...steps].map((step) => (
            <li key={step} className="ps-1">
              {step}
            </li>
          ))}
        </ol>
        <Panel tone={offline ? 'danger' : 'warning'} className="mt-5">
          {offline
            ? format(texts.yourApplicationsWentOfflineOnSince, {
                since: formatDate(offline.since),
                deletionAt: formatDate(offline.deletionAt),
              })
            : texts.filesBecomeUnavailableAfterYour}
        </Panel>
        <div className="mt-6 grid gap-3">
          {offline && (
            <Button asChild variant="primary">
              <Link to={paths.pricing()}>{texts.chooseAPlan}</Link>
            </Button>
          )}
          <Button variant={offline ? undefined : 'primary'} onClick={() => setOpen(false)}>
            {texts.gotIt}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
