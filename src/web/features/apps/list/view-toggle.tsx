import { LayoutGrid, List, type LucideIcon } from 'lucide-react';
import { texts } from '#web/i18n/en/apps/list.ts';
import type { ViewMode } from './view-mode.ts';

const modes: { mode: ViewMode; label: string; icon: LucideIcon }[] = [
  { mode: 'grid', label: texts.gridView, icon: LayoutGrid },
  { mode: 'list', label: texts.listView, icon: List },
];

interface ViewToggleProps {
  mode: ViewMode;
  onChoose: (mode: ViewMode) => void;
}

export function ViewToggle({ mode: chosen, onChoose }: ViewToggleProps) {
  return (
    <fieldset className="flex shrink-0 rounded-control border border-control bg-surface p-0.5">
      <legend className="sr-only">{texts.view}</legend>
      {modes.map(({ mode, label, icon: Icon }) => (
        <button
          key={mode}
          type="button"
          aria-label={label}
          aria-pressed={mode === chosen}
          title={label}
          onClick={() => onChoose(mode)}
          className="grid h-[38px] w-10 place-items-center rounded-[4px] text-muted transition-colors hover:text-text aria-pressed:bg-raised aria-pressed:text-text md:h-[30px] md:w-8"
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  );
}
