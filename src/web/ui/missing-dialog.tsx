import { texts } from '../i18n/en/ui.ts';
import { Dialog } from './dialog.tsx';
import type { LoadErrorProps } from './lazy.tsx';
import { LoadErrorPanel } from './missing-part.tsx';

interface LoadErrorDialogProps extends LoadErrorProps {
  title: string;
  mustAnswer?: boolean;
  onClose: () => void;
}

/** Says so where a dialog was to open. */
export function LoadErrorDialog({ title, mustAnswer, onClose, ...missing }: LoadErrorDialogProps) {
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
        <LoadErrorPanel {...missing} />
      </div>
    </Dialog>
  );
}
