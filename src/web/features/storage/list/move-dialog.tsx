import type { StorageConfig } from '#shared/storage.ts';
import { messageOf } from '../../../api.ts';
import { texts } from '../../../i18n/en/storage/list.ts';
import { format } from '../../../i18n/format.ts';
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
      title={format(texts.moveAllFilesToName, { name })}
      text={format(texts.inOtherConfigurationsLieElsewhere, { elsewhere: filesText(elsewhere) })}
      confirmLabel={texts.moveFilesHere}
      harmless
      busy={move.isPending}
      onCancel={onClose}
      onConfirm={() => move.mutate(undefined, { onSuccess: onClose })}
    >
      <ul className="mt-4 grid list-disc gap-1.5 ps-4">
        <li>{texts.eachIsCopiedAndComparedBeforeIt}</li>
        <li>{texts.gamesPlayOnMeanwhileYouCanStop}</li>
        {!isActive && <li>{texts.newUploadsStillGoToTheActive}</li>}
      </ul>
      {move.isError && (
        <Panel tone="danger" role="alert" className="mt-5">
          {messageOf(move.error)}
        </Panel>
      )}
    </DecisionDialog>
  );
}
