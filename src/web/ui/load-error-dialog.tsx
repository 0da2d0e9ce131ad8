import { texts } from '../i18n/en/ui.ts';
import { Dialog } from './dialog.tsx';
import type { LoadErrorProps } from './lazy.tsx';
import { LoadErrorPanel } from './load-error-panel.tsx';

interface LoadErrorDialogProps extends LoadErrorProps {
  title: string;
  mustAnswer?: boolean;
  onClose: () => void;
}

/** Replaces a dialog whose script failed to load. */
export function LoadErrorDialog({ title, mustAnswer, onClose, ...loadError }: LoadErrorDialogProps) {
  return (
    <Dialog
      open
      wide
      mustAnswer={mustAnswer}
      title={title}
      description={texts.nothingWasChangedOrCharged}
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="mt-6">
        <LoadErrorPanel {...loadError} />
      </div>
    </Dialog>
  );
}
