import { Check } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { texts } from '../../i18n/en/ui.ts';
import { cn } from '../../lib/cn.ts';
import { Input } from './input.tsx';

export interface Choice<Id extends string | undefined | null = string> {
  id: Id;
  name: string;
}

export interface ChoiceListProps<Id extends string | undefined | null> {
  label: string;
  /** The search term, controlled by the parent. */
  text: string;
  onText: (text: string) => void;
  options: readonly Choice<Id>[];
  chosen: Id;
  /** The options belong to an earlier term: Enter selects none of them. */
  busy?: boolean;
  /** Shown below the options: an error, or that there is none. */
  message: string;
  onChoose: (id: Id) => void;
}

/** A searchable choice from many names: a field and its results. */
export function ChoiceList<Id extends string | undefined | null>({
  label,
  text,
  onText,
  options,
  chosen,
  busy,
  message,
  onChoose,
}: ChoiceListProps<Id>) {
  const listId = useId();
  const [pointed, setActive] = useState<number | null>(null);
  // It starts at the current choice, so that an extra key press changes nothing.
  const active = pointed ?? options.findIndex(({ id }) => id === chosen);
  const optionId = (index: number) => `${listId}-${index}`;
  const move = (to: number) => {
    const next = Math.max(0, Math.min(options.length - 1, to));
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    // It selects among candidates of an input method.
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, () => void> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      Enter: () => {
        const option = options[active];
        if (option && !busy) onChoose(option.id);
      },
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  return (
    <>
      <Input
        role="combobox"
        aria-label={`${label}: search by name`}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={options[active] ? optionId(active) : undefined}
        autoComplete="off"
        placeholder={texts.searchByName}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        aria-busy={busy || undefined}
        className={cn('mt-1.5 max-h-72 overflow-y-auto transition-opacity', busy && 'opacity-60')}
      >
        {options.map((option, index) => (
          <button
            key={option.id ?? ''}
            id={optionId(index)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={option.id === chosen}
            onPointerMove={() => setActive(index)}
            onClick={() => onChoose(option.id)}
            className={cn(
              'flex min-h-11 w-full items-center gap-2 rounded-control px-2.5 text-start md:min-h-9',
              index === active && 'bg-raised outline-2 -outline-offset-2 outline-ring',
            )}
          >
            <span className="min-w-0 flex-1 truncate">{option.name}</span>
            {option.id === chosen && <Check size={16} strokeWidth={2} aria-hidden="true" />}
          </button>
        ))}
      </div>
      <p role="status" className="text-13 text-muted not-empty:px-2.5 not-empty:py-2">
        {message}
      </p>
    </>
  );
}
