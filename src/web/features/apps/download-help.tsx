import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';

const steps = [
  'Choose Update in the menu of an application.',
  'Go down to its Version History.',
  'Choose Download at each version that you want to keep. You get the file that you uploaded.',
];

/** How one gets one's files before they go. */
export function DownloadHelp() {
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
        <ol className="mt-5 grid list-decimal gap-2 pl-5">
          {steps.map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        <Panel tone="warning" className="mt-5">
          Files become unavailable after your subscription expires. Download what you want to keep before
          then.
        </Panel>
        <Button variant="primary" className="mt-6 w-full" onClick={() => setOpen(false)}>
          Got it
        </Button>
      </Dialog>
    </>
  );
}
