import { LoaderCircle, RotateCw } from 'lucide-react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { Missing } from './later.tsx';
import { Panel } from './panel.tsx';

/** Says in the place of a part that its script did not come. */
export function MissingPart({ isRetrying, onRetry }: Missing) {
  return (
    <Panel tone="danger" role="alert" className="grid justify-items-start gap-3">
      This part of the page could not be loaded. Check your connection and try again, or reload the page.
      {/* Keeps the focus, for whoever has to try again. */}
      <Button aria-disabled={isRetrying} onClick={() => !isRetrying && onRetry()}>
        {isRetrying ? (
          <LoaderCircle aria-hidden="true" className="animate-spin" />
        ) : (
          <RotateCw strokeWidth={1.75} aria-hidden="true" />
        )}
        Try Again
      </Button>
    </Panel>
  );
}

interface MissingDialogProps extends Missing {
  title: string;
  onClose: () => void;
}

/** The same, where a dialog was to open. */
export function MissingDialog({ title, onClose, ...missing }: MissingDialogProps) {
  return (
    <Dialog
      open
      wide
      title={title}
      description="Nothing was changed or charged."
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="mt-6">
        <MissingPart {...missing} />
      </div>
    </Dialog>
  );
}
