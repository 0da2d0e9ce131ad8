import { FolderInput, LoaderCircle, Pencil, PlugZap, Power, Trash2 } from 'lucide-react';
import { deleteProblem, type StorageConfig } from '#shared/storage/storage.ts';
import { texts } from '#web/i18n/en/storage/list.ts';
import { format } from '#web/i18n/format.ts';
import { Rich } from '#web/i18n/rich.tsx';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/forms/button.tsx';
import type { Act } from './actions.ts';

interface RowActionsProps {
  config: StorageConfig;
  testing: boolean;
  activating: boolean;
  onTest: () => void;
  onActivate: () => void;
  onAct: Act;
}

const small = 'max-md:w-auto max-md:border max-md:border-line max-md:text-text';

export function RowActions({ config, testing, activating, onTest, onActivate, onAct }: RowActionsProps) {
  const { name, isActive, can, move } = config;
  const busy = testing || activating;
  const whyToKeep = can.delete ? null : deleteProblem(config);
  return (
    <div className="col-span-2 grid grid-cols-2 items-start gap-2 max-md:[&>:first-child:nth-last-child(odd)]:col-span-2 md:flex lg:col-span-1 lg:justify-end">
      <Button
        aria-label={format(testing ? texts.testingName : texts.testConnectionOfName, { name })}
        aria-disabled={busy}
        onClick={onTest}
      >
        {testing ? (
          <LoaderCircle aria-hidden="true" className="animate-spin" />
        ) : (
          <PlugZap strokeWidth={1.75} aria-hidden="true" />
        )}
        {testing ? (
          texts.testing
        ) : (
          <span>
            <Rich
              text={texts.testConnection}
              with={{ span: (inside) => <span className="max-md:hidden">{inside}</span> }}
            />
          </span>
        )}
      </Button>
      {!isActive && (
        <Button
          aria-label={format(activating ? texts.activatingName : texts.activateName, { name })}
          disabled={!can.activate}
          aria-disabled={busy}
          onClick={onActivate}
        >
          {activating ? (
            <LoaderCircle aria-hidden="true" className="animate-spin" />
          ) : (
            <Power strokeWidth={1.75} aria-hidden="true" />
          )}
          {activating ? texts.activating : texts.activate}
        </Button>
      )}
      {can.move && (move === null || move.state === 'done') && (
        <Button aria-label={format(texts.moveFilesToName, { name })} onClick={() => onAct('move', config)}>
          <FolderInput strokeWidth={1.75} aria-hidden="true" />
          {texts.moveFilesHere}
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        title={texts.edit}
        className={small}
        aria-label={format(texts.editName, { name })}
        disabled={!can.edit}
        onClick={() => onAct('edit', config)}
      >
        <Pencil strokeWidth={1.75} aria-hidden="true" />
        <span className="md:hidden">{texts.edit}</span>
      </Button>
      <Button
        variant="ghost"
        size="icon"
        title={whyToKeep ?? texts.delete}
        aria-label={format(texts.deleteName, { name })}
        disabled={!can.delete}
        // A disabled button still explains why on hover.
        className={cn(
          small,
          'disabled:pointer-events-auto! disabled:cursor-not-allowed disabled:bg-transparent',
        )}
        onClick={() => onAct('delete', config)}
      >
        <Trash2 strokeWidth={1.75} aria-hidden="true" />
        <span className="md:hidden">{texts.delete}</span>
      </Button>
    </div>
  );
}
