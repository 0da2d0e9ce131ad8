import { texts } from '../../i18n/en/ui.ts';
import type { LoadErrorProps } from '../loading/lazy.tsx';
import { LoadErrorPanel } from '../loading/load-error-panel.tsx';
import { Dialog } from './dialog.tsx';

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
