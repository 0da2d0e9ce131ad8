import { texts } from '../i18n/en/ui.ts';
import { Dialog } from './dialog.tsx';
import type { Missing } from './lazy.tsx';
import { MissingPart } from './missing-part.tsx';

interface MissingDialogProps extends Missing {
  title: string;
  mustAnswer?: boolean;
  onClose: () => void;
}

/** Says so where a dialog was to open. */
export function MissingDialog({ title, mustAnswer, onClose, ...missing }: MissingDialogProps) {
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
        <MissingPart {...missing} />
      </div>
    </Dialog>
  );
}
