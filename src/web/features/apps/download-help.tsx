import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Offline } from '#shared/offline.ts';
import { formatDate } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';

const ways = {
  online: 'Choose Update in the menu of an application.',
  offline: 'Choose Download at an application.',
};
const steps = [
  'Go down to its Version History.',
  'Choose Download at each version that you want to keep. You get the file that you uploaded.',
];

interface DownloadHelpProps {
  /** What is offline already; null where nothing is. */
  offline: Offline | null;
}

/** How one gets one's files before they go. */
export default function DownloadHelp({ offline }: DownloadHelpProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download strokeWidth={1.75} aria-hidden="true" />
        Download Your Apps
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Download Your Apps"
        description="Every application is downloaded by itself, from its Version History."
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
            ? `Your applications went offline on ${formatDate(offline.since)}, when your subscription ended. You can download them until ${formatDate(offline.deletionAt)}; then they are deleted for good. A plan brings everything back.`
            : 'Files become unavailable after your subscription expires. Download what you want to keep before then.'}
        </Panel>
        <div className="mt-6 grid gap-3">
          {offline && (
            <Button asChild variant="primary">
              <Link to={paths.pricing()}>Choose a Plan</Link>
            </Button>
          )}
          <Button variant={offline ? undefined : 'primary'} onClick={() => setOpen(false)}>
            Got it
          </Button>
        </div>
      </Dialog>
    </>
  );
}
