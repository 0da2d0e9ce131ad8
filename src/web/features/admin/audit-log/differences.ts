import { sizeInWords } from '#shared/usage.ts';
import { formatNumber } from '../../../lib/numbers.ts';

/** One fact that a change was about; null where there was none. */
export interface Difference {
  name: string;
  before: string | null;
  after: string | null;
}

type Facts = Record<string, unknown> | null;

/** What differs between before and after, in the order of its names there. Nested facts are named by their path. */
export function differences(before: Facts, after: Facts): Difference[] {
  const [was, is] = [flatten(before), flatten(after)];
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].flatMap((name) => {
    const difference = { name, before: was.get(name) ?? null, after: is.get(name) ?? null };
    return difference.before === difference.after ? [] : [difference];
  });
}

function flatten(facts: Facts, path: readonly string[] = []): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(facts ?? {})) {
    const here = [...path, inWords(name)];
    if (isFacts(value)) for (const [below, text] of flatten(value, here)) found.set(below, text);
    else found.set(here.join(', '), isSize(name, value) ? sizeInWords(value) : shown(value));
  }
  return found;
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

/** 'organizationId' and 'public_read' as one says them. */
function inWords(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
