import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { texts } from '#web/i18n/en/apps/list.ts';
import { cn } from '#web/lib/cn.ts';
import { Popover, PopoverChoices } from '#web/ui/menus/popover.tsx';
import { type Named, type NameKind, useNames } from './use-applications.ts';

interface NameFilterProps {
  label: string;
  kind: NameKind;
  /** The id in the address. */
  chosen: string | undefined;
  /** Names that the list already shows. */
  known: Named[];
  onChoose: (id: string | undefined) => void;
}

/** A searchable choice from many names. */
export function NameFilter({ label, kind, chosen, known, onChoose }: NameFilterProps) {
  const [open, setOpen] = useState(false);
  const shown = known.find(({ id }) => id === chosen);
  const { data: first } = useNames(kind, '', chosen !== undefined && !shown);
  const current = shown ?? first?.find(({ id }) => id === chosen);
  const name =
    chosen && (current?.name ?? (kind === 'creators' ? texts.chosenCreator : texts.chosenOrganization));
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={label}
      trigger={
        <button
          type="button"
          title={name ?? label}
          aria-label={name ? `${label}: ${name}` : undefined}
          className={cn(
            'flex h-11 min-w-0 flex-auto items-center justify-between gap-1 rounded-control border bg-surface px-2.5 text-start text-13 transition-colors hover:border-muted md:h-9 md:max-w-64 md:min-w-52 md:flex-none md:gap-2 md:px-3 md:text-14',
            name ? 'border-ring font-medium' : 'border-control text-muted',
          )}
        >
          <span className="truncate">{name ?? label}</span>
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
        </button>
      }
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
    </Popover>
  );
}

type ChoicesProps = Pick<NameFilterProps, 'label' | 'kind' | 'chosen' | 'onChoose'>;

function Choices({ label, kind, chosen, onChoose }: ChoicesProps) {
  const [text, setText] = useState('');
  const names = useNames(kind, text.trim(), true);
  const everything = {
    id: undefined,
    name: kind === 'creators' ? texts.allCreators : texts.allOrganizations,
  };
  const options = [...(text.trim() === '' ? [everything] : []), ...(names.data ?? [])];
  const nothing = options.length === 0 && names.isSuccess ? texts.noMatches : '';
  return (
    <PopoverChoices
      label={label}
      text={text}
      onText={setText}
      options={options}
      chosen={chosen}
      busy={names.isPlaceholderData}
      message={names.isError ? texts.theNamesCouldNotBeLoaded : nothing}
      onChoose={onChoose}
    />
  );
}
