import { Flag } from 'lucide-react';
import { useState } from 'react';
import type { Application } from '#shared/apps/apps.ts';
import { texts } from '../../i18n/en/reports.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { Button } from '../../ui/forms/button.tsx';

const ReportDialog = lazyDialog(
  () => import('./report-dialog.tsx'),
  () => texts.report,
);

interface ReportControlProps {
  app: Pick<Application, 'id' | 'name'>;
  /** The share key that the viewer used. */
  shareKey: string | null;
  isSignedIn: boolean;
}

/** Opens the report dialog, for viewers who cannot edit the application. */
export function ReportControl({ app, shareKey, isSignedIn }: ReportControlProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" className="-ms-4 justify-self-start" onClick={() => setOpen(true)}>
        <Flag strokeWidth={1.75} aria-hidden="true" />
        {texts.report}
      </Button>
      {open && (
        <ReportDialog app={app} shareKey={shareKey} isSignedIn={isSignedIn} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
