import type { StorageConfig } from '#shared/storage.ts';
import { messageOf } from '../../../api.ts';
import { DecisionDialog } from '../../../ui/decision-dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { filesText } from '../files-text.ts';
import { useMoveFiles } from '../use-storage.ts';

interface MoveDialogProps {
  config: StorageConfig;
  elsewhere: StorageConfig['files'];
  onClose: () => void;
}

/** Says what will happen before much is sent about. */
export default function MoveDialog({ config: { id, name, isActive }, elsewhere, onClose }: MoveDialogProps) {
  const move = useMoveFiles(id);
  return (
    <DecisionDialog
      title={`Move all files to "${name}"?`}
      text={`In other configurations lie ${filesText(elsewhere)}.`}
      confirmLabel="Move files here"
      harmless
      busy={move.isPending}
      onCancel={onClose}
      onConfirm={() => move.mutate(undefined, { onSuccess: onClose })}
    >
      <ul className="mt-4 grid list-disc gap-1.5 ps-4">
        <li>
          Each is copied and compared before it counts as moved. What lay elsewhere is deleted a day later at
          the earliest.
        </li>
        <li>Games play on meanwhile. You can stop at any time and go on later.</li>
        {!isActive && <li>New uploads still go to the active configuration.</li>}
      </ul>
      {move.isError && (
        <Panel tone="danger" role="alert" className="mt-5">
          {messageOf(move.error)}
        </Panel>
      )}
    </DecisionDialog>
  );
}
