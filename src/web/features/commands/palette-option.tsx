import { CornerDownLeft } from 'lucide-react';
import { hasSingleKeys } from '../../lib/session/keys.ts';
import { KeyCaps } from '../../ui/menus/key-caps.tsx';
import type { Command } from './command.ts';

interface PaletteOptionProps {
  id: string;
  command: Command;
  isActive: boolean;
  onPoint: () => void;
  onChoose: (apart: boolean) => void;
}

/** Never focused itself: the field keeps the focus and refers to the active option. */
export function PaletteOption({ id, command, isActive, onPoint, onChoose }: PaletteOptionProps) {
  const { label, detail, icon, keys } = command;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field names it by aria-activedescendant
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={() => !isActive && onPoint()}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 -outline-offset-2 outline-ring select-none aria-selected:bg-raised aria-selected:outline-2 md:min-h-10 [&_svg]:shrink-0"
    >
      <span aria-hidden="true" className="grid w-9 shrink-0 place-items-center text-muted">
        {icon}
      </span>
      <bdi className="min-w-0 truncate">{label}</bdi>
      {detail && <bdi className="min-w-0 truncate text-13 text-muted">{detail}</bdi>}
      <span className="ms-auto flex shrink-0 items-center gap-2">
        {keys && hasSingleKeys() && <KeyCaps keys={keys} className="max-md:hidden pointer-coarse:hidden" />}
        {isActive && (
          <CornerDownLeft
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="text-muted max-md:hidden pointer-coarse:hidden rtl:-scale-x-100"
          />
        )}
      </span>
    </div>
  );
}
