import { Search, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { maxSearchLength } from '#shared/contract/search-length.ts';
import { texts } from '../../i18n/en/commands.ts';
import { format } from '../../i18n/format.ts';
import { useCloseWatcher } from '../../ui/dialogs/use-close-watcher.ts';
import { useReturnFocus } from '../../ui/dialogs/use-return-focus.ts';
import { KeyCaps } from '../../ui/menus/key-caps.tsx';
import type { Command, CommandGroup } from './command.ts';
import { filterCommands } from './match.ts';
import { PaletteOption } from './palette-option.tsx';

interface PaletteProps {
  groups: CommandGroup[];
  /** Results of the server for the term; not filtered here. */
  found: CommandGroup[];
  isSearching: boolean;
  typed: string;
  onType: (text: string) => void;
  /** The field has the focus. */
  onReady: () => void;
  onClose: () => void;
  /** Called after the palette has closed and the focus has returned. */
  onChoose: (command: Command, options: { apart: boolean }) => void;
}

/** A search field for every destination and action. */
export function Palette({
  groups,
  found,
  isSearching,
  typed,
  onType,
  onReady,
  onClose,
  onChoose,
}: PaletteProps) {
  const listId = useId();
  const returnFocus = useReturnFocus();
  useCloseWatcher(true, onClose);
  const [activeId, setActiveId] = useState<string | null>(null);
  const chosen = useRef<(() => void) | null>(null);
  const shown = [...filterCommands(groups, typed), ...found.filter(({ commands }) => commands.length > 0)];
  const commands = shown.flatMap((group) => group.commands);
  const takeable = commands.filter(({ isOutdated }) => !isOutdated);
  const active = takeable.find(({ id }) => id === activeId) ?? takeable[0];
  const optionId = (command: Command) => `${listId}-${command.id.replaceAll(' ', '-')}`;
  const activeOption = active && optionId(active);
  useEffect(() => {
    const option = activeOption ? document.getElementById(activeOption) : null;
    void option?.scrollIntoView({ block: 'nearest' });
  }, [activeOption]);

  const choose = (command: Command, apart = false) => {
    chosen.current = () => onChoose(command, { apart });
    onClose();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active, event.ctrlKey || event.metaKey);
    }
    const next = stepTo(
      event.key,
      takeable.findIndex(({ id }) => id === active?.id),
      takeable.length,
    );
    if (next === null) return;
    event.preventDefault();
    setActiveId(takeable[next]?.id ?? null);
  };
  const nothing = commands.length === 0 && !isSearching;

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-stage/70" />
        <Dialog.Content
          {...returnFocus}
          onCloseAutoFocus={() => {
            returnFocus.onCloseAutoFocus();
            if (chosen.current) queueMicrotask(chosen.current);
          }}
          aria-describedby={undefined}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-160 animate-rise flex-col overflow-hidden rounded-picture border border-line bg-surface shadow-float md:top-[12vh] md:max-h-[min(34rem,76vh)]"
        >
          <Dialog.Title className="sr-only">{texts.searchAndCommands}</Dialog.Title>
          <div className="relative flex shrink-0 items-center gap-3 border-b border-line ps-4 pe-2 has-[input:focus-visible]:border-ring">
            <Search size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
            <input
              role="combobox"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={activeOption}
              aria-autocomplete="list"
              aria-label={texts.searchAndCommands}
              placeholder={texts.searchOrJumpToAPage}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={maxSearchLength}
              value={typed}
              onChange={(event) => {
                setActiveId(null);
                onType(event.target.value);
              }}
              onFocus={onReady}
              onKeyDown={handleKey}
              className="h-14 min-w-0 flex-1 bg-transparent text-16 outline-none placeholder:text-muted"
            />
            <Dialog.Close className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-text">
              <KeyCaps keys="Esc" className="pointer-coarse:hidden" />
              <X size={20} strokeWidth={1.75} aria-hidden="true" className="pointer-fine:hidden" />
              <span className="sr-only">{texts.close}</span>
            </Dialog.Close>
          </div>
          <div
            id={listId}
            role="listbox"
            aria-label={texts.results}
            aria-busy={isSearching || undefined}
            className="min-h-0 scroll-py-2 overflow-y-auto overscroll-contain p-2"
          >
            {shown.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
              <div key={group.title} role="group" aria-label={group.title} className="not-first:mt-2">
                <p aria-hidden="true" className="px-3 pt-1.5 pb-1 text-12 text-muted">
                  {group.title}
                </p>
                {group.commands.map((command) => (
                  <PaletteOption
                    key={command.id}
                    id={optionId(command)}
                    command={command}
                    isActive={command === active}
                    onPoint={() => setActiveId(command.id)}
                    onChoose={(apart) => choose(command, apart)}
                  />
                ))}
              </div>
            ))}
          </div>
          {nothing && <p className="px-5 pb-6 text-muted">{texts.noResults}</p>}
          <p role="status" className="sr-only">
            {!isSearching && format(texts.countResults, { count: commands.length })}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The option that the key moves to, cyclically; null: none. */
function stepTo(key: string, from: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (from + 1) % count;
  if (key === 'ArrowUp') return (from - 1 + count) % count;
  if (key === 'PageDown') return Math.min(from + 8, count - 1);
  if (key === 'PageUp') return Math.max(from - 8, 0);
  return null;
}
