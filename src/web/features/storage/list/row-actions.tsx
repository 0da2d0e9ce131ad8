import { FolderInput, LoaderCircle, Pencil, PlugZap, Power, Trash2 } from 'lucide-react';
import { deleteProblem, type StorageConfig } from '#shared/storage.ts';
import { Button } from '../../../ui/button.tsx';
import type { Act } from './actions.ts';

interface RowActionsProps {
  config: StorageConfig;
  testing: boolean;
  activating: boolean;
  onTest: () => void;
  onActivate: () => void;
  onAct: Act;
}

export function RowActions({ config, testing, activating, onTest, onActivate, onAct }: RowActionsProps) {
  const { name, isActive, can, move } = config;
  const busy = testing || activating;
  const whyToKeep = can.delete ? null : deleteProblem(config);
  return (
    <div className="col-span-2 flex flex-wrap items-start gap-2 lg:col-span-1 lg:justify-end">
      <Button
        className="max-md:flex-1"
        aria-label={`Test connection of ${name}`}
        disabled={busy}
        onClick={onTest}
      >
        {testing ? (
          <LoaderCircle aria-hidden="true" className="animate-spin" />
        ) : (
          <PlugZap strokeWidth={1.75} aria-hidden="true" />
        )}
        {testing ? 'Testing...' : 'Test Connection'}
      </Button>
      {!isActive && (
        <Button
          className="max-md:flex-1"
          aria-label={`Activate ${name}`}
          disabled={busy || !can.activate}
          onClick={onActivate}
        >
          {activating ? (
            <LoaderCircle aria-hidden="true" className="animate-spin" />
          ) : (
            <Power strokeWidth={1.75} aria-hidden="true" />
          )}
          {activating ? 'Activating...' : 'Activate'}
        </Button>
      )}
      {can.move && (move === null || move.state === 'done') && (
        <Button
          className="max-md:flex-1"
          aria-label={`Move files to ${name}`}
          onClick={() => onAct('move', config)}
        >
          <FolderInput strokeWidth={1.75} aria-hidden="true" />
          Move files here
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        title="Edit"
        aria-label={`Edit ${name}`}
        disabled={!can.edit}
        onClick={() => onAct('edit', config)}
      >
        <Pencil strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        title={whyToKeep ?? 'Delete'}
        aria-label={`Delete ${name}`}
        disabled={!can.delete}
        // A pointer that may not press it may still learn why.
        className="disabled:pointer-events-auto! disabled:cursor-not-allowed disabled:bg-transparent"
        onClick={() => onAct('delete', config)}
      >
        <Trash2 strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </div>
  );
}
