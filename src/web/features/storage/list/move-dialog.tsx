import type { StorageConfig } from '#shared/storage/storage.ts';
import { messageOf } from '#web/api.ts';
import { texts } from '#web/i18n/en/storage/list.ts';
import { format } from '#web/i18n/format.ts';
import { formatStored } from '#web/lib/format/sizes.ts';
import { DecisionDialog } from '#web/ui/dialogs/decision-dialog.tsx';
import { Panel } from '#web/ui/layout/panel.tsx';
import { useMoveFiles } from '../use-storage.ts';

interface MoveDialogProps {
  config: StorageConfig;
  elsewhere: StorageConfig['files'];
  onClose: () => void;
}

/** Explains the consequences before many bytes are moved. */
export default function MoveDialog({ config: { id, name, isActive }, elsewhere, onClose }: MoveDialogProps) {
  const move = useMoveFiles(id);
  return (
    <DecisionDialog
      title={format(texts.moveAllFilesToName, { name })}
      text={format(texts.filesInOtherConfigurations, {
        count: elsewhere.count,
        bytes: formatStored(elsewhere.bytes),
      })}
      confirmLabel={texts.moveFilesHere}
      harmless
      busy={move.isPending}
      onCancel={onClose}
      onConfirm={() => move.mutate(undefined, { onSuccess: onClose })}
    >
      <ul className="mt-4 grid list-disc gap-1.5 ps-4">
        <li>{texts.eachFileIsCopiedAndCompared}</li>
        <li>{texts.gamesStayPlayableYouCanStopAnd}</li>
        {!isActive && <li>{texts.newUploadsAreStillStoredInThe}</li>}
      </ul>
      {move.isError && (
        <Panel tone="danger" role="alert" className="mt-5">
          {messageOf(move.error)}
        </Panel>
      )}
    </DecisionDialog>
  );
}
