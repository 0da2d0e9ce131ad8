import { formatBytes } from '#shared/text/sizes.ts';
import { texts } from '#web/i18n/en/admin/audit-log.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';

/** One side of a value: its text, and the id that it stands for. */
export interface DisplayedValue {
  text: string;
  id?: string;
}

/** One value of a change; null if there was none. */
export interface Difference {
  name: string;
  before: DisplayedValue | null;
  after: DisplayedValue | null;
}

type Facts = Record<string, unknown> | null;

/** Current names of accounts and organizations by id. */
type Names = Readonly<Record<string, string>>;

/** Fields that are ids: their labels, and the field with the name at that time. */
const idFacts: Record<string, { label: string; nameFact: string }> = {
  userId: { label: texts.user, nameFact: 'name' },
  ownerId: { label: texts.owner, nameFact: 'owner' },
  organizationId: { label: texts.organization, nameFact: 'organizationName' },
};

/** Differences between before and after, ordered by name. Nested fields are named by their path. */
export function differences(before: Facts, after: Facts, names: Names = {}): Difference[] {
  const [was, is] = [flatten(before, names), flatten(after, names)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const difference = { name, before: was.get(name) ?? null, after: is.get(name) ?? null };
    return isSame(difference.before, difference.after) ? [] : [difference];
  });
}

/** The object of both states, such as the member whose role changed. */
export function subjectOf(before: Facts, after: Facts, names: Names): DisplayedValue | null {
  const id = before?.userId;
  if (before === null || typeof id !== 'string' || after?.userId !== id) return null;
  return saidOf(id, before.name, names);
}

function isSame(one: DisplayedValue | null, other: DisplayedValue | null): boolean {
  return one?.text === other?.text && one?.id === other?.id;
}

function flatten(facts: Facts, names: Names, path: readonly string[] = []): Map<string, DisplayedValue> {
  const found = new Map<string, DisplayedValue>();
  const given = facts ?? {};
  const said = new Set(Object.entries(idFacts).map(([fact, { nameFact }]) => fact in given && nameFact));
  for (const [fact, value] of Object.entries(given)) {
    if (said.has(fact)) continue;
    const idFact = idFacts[fact];
    const here = [...path, idFact?.label ?? inWords(fact)];
    if (isFacts(value)) for (const [below, text] of flatten(value, names, here)) found.set(below, text);
    else if (idFact && typeof value === 'string')
      found.set(here.join(', '), saidOf(value, given[idFact.nameFact], names));
    else found.set(here.join(', '), { text: isSize(fact, value) ? formatBytes(value) : shown(value) });
  }
  return found;
}

/** A name instead of an id, if known. */
function saidOf(id: string, nameThen: unknown, names: Names): DisplayedValue {
  return { text: typeof nameThen === 'string' && nameThen !== '' ? nameThen : (names[id] ?? id), id };
}

function isFacts(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isSize = (name: string, value: unknown): value is number =>
  typeof value === 'number' && /bytes|size/i.test(name);

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(shown).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Readable labels of field names such as 'maxFileSize' and 'public_read'. */
function inWords(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
