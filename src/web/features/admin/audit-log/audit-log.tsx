import { X } from 'lucide-react';
import { type AuditEntry, auditActions } from '#shared/admin/admin.ts';
import { texts } from '#web/i18n/en/admin/audit-log.ts';
import { format } from '#web/i18n/format.ts';
import { formatMoment } from '#web/lib/format/dates.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import type { Column } from '#web/ui/lists/data-table.tsx';
import { useAddress } from '../address.ts';
import { Filter, Toolbar } from '../filter.tsx';
import { AdminList } from '../list.tsx';
import { actionLabels, kindLabels } from './action-labels.ts';
import { Change } from './change.tsx';
import { readAuditFilters, useAuditLog } from './use-audit-log.ts';

/** Actions of administrators, newest first, filtered by the address. */
export function AuditLog() {
  const address = useAddress();
  const filters = readAuditFilters(address);
  const { actor, target, action, from, to } = filters;
  const list = useAuditLog(filters);
  const entries = list.data?.pages.flatMap((page) => page.items) ?? [];
  const narrowed = Object.values(filters).some((filter) => filter !== undefined);
  return (
    <>
      <Toolbar
        narrowed={narrowed}
        onClear={() => address.change({ actor: '', target: '', action: '', from: '', to: '' })}
      >
        <Filter
          label={texts.filterByAction}
          everything={texts.anyAction}
          options={auditActions.map((value) => ({ value, label: actionLabels[value] }))}
          value={action}
          onChoose={(value) => address.change({ action: value })}
        />
        <Day
          label={texts.from}
          value={from}
          onChoose={(day) => address.change({ from: day }, { replace: true })}
        />
        <Day label={texts.to} value={to} onChoose={(day) => address.change({ to: day }, { replace: true })} />
        {actor && (
          <Chosen onRemove={() => address.change({ actor: '' })}>
            {named(
              entries.find((each) => each.actor.id === actor)?.actor.name,
              texts.byName,
              texts.byOneUser,
            )}
          </Chosen>
        )}
        {target && (
          <Chosen onRemove={() => address.change({ target: '' })}>
            {named(
              entries.find((each) => each.target.id === target)?.target.name,
              texts.aboutName,
              texts.aboutOneItem,
            )}
          </Chosen>
        )}
      </Toolbar>
      <AdminList
        caption={texts.auditLog}
        of="auditLog"
        list={list}
        columns={columns({
          onActor: (id) => address.change({ actor: id }),
          onTarget: (id) => address.change({ target: id }),
        })}
        keyOf={({ id }) => id}
        nameOf={(entry) => `${actorName(entry.actor)}: ${actionLabels[entry.action]}, ${entry.target.name}`}
        failed={texts.failedToLoadTheAuditLog}
        empty={texts.nothingFound}
        emptyText={narrowed ? texts.noMatch : texts.theActionsOfAdministrators}
      />
    </>
  );
}

interface Narrow {
  onActor: (id: string) => void;
  onTarget: (id: string) => void;
}

function columns({ onActor, onTarget }: Narrow): Column<AuditEntry>[] {
  return [
    {
      name: texts.action,
      width: 'w-60',
      part: 'title',
      cell: ({ action, at }) => (
        <div>
          <p className="font-medium">{actionLabels[action]}</p>
          <time dateTime={at} className="text-muted">
            {formatMoment(at)}
          </time>
        </div>
      ),
    },
    {
      name: texts.by,
      width: 'w-44',
      cell: ({ actor }) => {
        const { id } = actor;
        const name = actorName(actor);
        return id === null ? (
          <p title={name} className="truncate text-muted">
            <bdi>{name}</bdi>
          </p>
        ) : (
          <Narrowing label={format(texts.onlyActionsByName, { name })} onChoose={() => onActor(id)}>
            {name}
          </Narrowing>
        );
      },
    },
    {
      name: texts.about,
      width: 'w-56',
      cell: ({ target: { kind, id, name } }) => (
        <div className="min-w-0">
          <Narrowing label={format(texts.onlyEntriesAboutName, { name })} onChoose={() => onTarget(id)}>
            {name || id}
          </Narrowing>
          <p className="text-12 text-muted">{kindLabels[kind]}</p>
        </div>
      ),
    },
    { name: texts.change, cell: (entry) => <Change entry={entry} /> },
  ];
}

interface NarrowingProps {
  label: string;
  onChoose: () => void;
  children: string;
}

/** A name that filters the list by itself. */
function Narrowing({ label, onChoose, children }: NarrowingProps) {
  return (
    <button
      type="button"
      title={label}
      onClick={onChoose}
      className="block max-w-full truncate rounded-control text-start underline-offset-4 hover:underline"
    >
      <bdi>{children}</bdi>
    </button>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChoose: (day: string) => void;
}

function Day({ label, value, onChoose }: DayProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is inside
    <label className="flex items-center gap-2 text-13 text-muted max-sm:w-full">
      <span className="max-sm:min-w-9">{label}</span>
      <Input
        type="date"
        value={value ?? ''}
        onChange={(event) => onChoose(event.target.value)}
        className="w-auto min-w-36 flex-1"
      />
    </label>
  );
}

function Chosen({ onRemove, children }: { onRemove: () => void; children: string }) {
  return (
    <Button
      onClick={onRemove}
      className="max-w-full border-ring"
      aria-label={format(texts.removeFilter, { filter: children })}
    >
      <span className="truncate">{children}</span>
      <X strokeWidth={1.75} aria-hidden="true" />
    </Button>
  );
}

/** The name is known from any visible entry that contains it. */
const named = (name: string | undefined, text: `${string}{name}`, unnamed: string): string =>
  name === undefined ? unnamed : format(text, { name });

/** The server sends the last known name of a deleted account. */
function actorName({ id, name }: AuditEntry['actor']): string {
  if (id !== null) return name;
  return name.endsWith('line') ? texts.theCommandLine : texts.theConfiguration;
}
