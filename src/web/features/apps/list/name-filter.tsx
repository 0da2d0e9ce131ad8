import { Check, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { Input } from '../../../ui/input.tsx';
import { type Named, type NameKind, useNames } from './use-applications.ts';

interface NameFilterProps {
  label: string;
  kind: NameKind;
  /** The id in the address. */
  chosen: string | undefined;
  /** Names that are known already, from what the list shows. */
  known: Named[];
  onChoose: (id: string | undefined) => void;
}

/** A choice from names that may be too many to look through: a list that one can search. */
export function NameFilter({ label, kind, chosen, known, onChoose }: NameFilterProps) {
  const [open, setOpen] = useState(false);
  const shown = known.find(({ id }) => id === chosen);
  const { data: first } = useNames(kind, '', chosen !== undefined && !shown);
  const current = shown ?? first?.find(({ id }) => id === chosen);
  const name = chosen && (current?.name ?? `Chosen ${kind === 'creators' ? 'creator' : 'organization'}`);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          aria-label={name ? `${label}: ${name}` : undefined}
          className={cn(
            'flex h-11 min-w-0 flex-1 items-center justify-between gap-2 rounded-control border bg-surface px-3 text-left transition-colors hover:border-muted md:h-9 md:w-52 md:flex-none',
            name ? 'border-ring font-medium' : 'border-control text-muted',
          )}
        >
          <span className="truncate">{name ?? label}</span>
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
        </button>
      </Popover.Trigger>
      <Popover.Content
        align="start"
        sideOffset={6}
        collisionPadding={8}
        aria-label={label}
        className="z-50 w-72 animate-rise rounded-picture border border-line bg-surface p-1.5 shadow-float"
      >
        <Choices
          label={label}
          kind={kind}
          chosen={chosen}
          onChoose={(id) => {
            setOpen(false);
            onChoose(id);
          }}
        />
      </Popover.Content>
    </Popover.Root>
  );
}

type ChoicesProps = Pick<NameFilterProps, 'label' | 'kind' | 'chosen' | 'onChoose'>;

function Choices({ label, kind, chosen, onChoose }: ChoicesProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const names = useNames(kind, text.trim(), true);
  const everything = { id: undefined, name: kind === 'creators' ? 'All creators' : 'All organizations' };
  const options = [...(text.trim() === '' ? [everything] : []), ...(names.data ?? [])];
  const optionId = (index: number) => `${listId}-${index}`;
  const move = (to: number) => {
    const next = Math.max(0, Math.min(options.length - 1, to));
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, () => void> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      Enter: () => {
        const option = options[active];
        if (option) onChoose(option.id);
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
        aria-controls={listId}
        aria-activedescendant={options.length > 0 ? optionId(active) : undefined}
        autoComplete="off"
        placeholder="Search by name"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div id={listId} role="listbox" aria-label={label} className="mt-1.5 max-h-72 overflow-y-auto">
        {options.map((option, index) => (
          <button
            key={option.id ?? 'all'}
            id={optionId(index)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={option.id === chosen}
            onPointerMove={() => setActive(index)}
            onClick={() => onChoose(option.id)}
            className={cn(
              'flex min-h-11 w-full items-center gap-2 rounded-control px-2.5 text-left md:min-h-9',
              index === active && 'bg-raised',
            )}
          >
            <span className="min-w-0 flex-1 truncate">{option.name}</span>
            {option.id === chosen && <Check size={16} strokeWidth={2} aria-hidden="true" />}
          </button>
        ))}
      </div>
      <p role="status" className="px-2.5 py-2 text-13 text-muted empty:hidden">
        {names.isError
          ? 'The names could not be loaded.'
          : options.length === 0 && names.isSuccess
            ? 'Nothing by this name.'
            : ''}
      </p>
    </>
  );
}
