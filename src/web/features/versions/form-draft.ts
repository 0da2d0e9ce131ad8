import * as z from 'zod/mini';
import { readJson } from '../../lib/files/read-json.ts';
import { readStored, writeStored } from '../../lib/page/browser-storage.ts';

/** Where the draft of a form is stored, and the shape of its values. */
export interface DraftKey<Values> {
  key: string;
  schema: z.ZodMiniType<Values>;
}

/** Values that were changed and not saved, and the saved values that the change began from. */
interface Draft<Values> {
  from: Values;
  to: Values;
}

const draftSchema = z.object({ from: z.unknown(), to: z.unknown() });

/** Whether two values of a field are the same; a list is one in the order of its form. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function stored<Values extends object>({ key, schema }: DraftKey<Values>): Draft<Values> | null {
  const draft = z.safeParse(draftSchema, readJson(readStored(key) ?? ''));
  if (!draft.success) return null;
  const from = z.safeParse(schema, draft.data.from);
  const to = z.safeParse(schema, draft.data.to);
  return from.success && to.success ? { from: from.data, to: to.data } : null;
}

/**
 * Returns the values that were changed and not saved before the page was left. A field that somebody else has changed since
 * is left out, and its draft is deleted.
 */
export function restoreDraft<Values extends object>(place: DraftKey<Values>, saved: Values): Partial<Values> {
  const draft = stored(place);
  if (draft === null) return {};
  const { from, to } = draft;
  const kept = pick(to, (name) => !isSameValue(to[name], from[name]) && isSameValue(from[name], saved[name]));
  write(place, { from: saved, to: { ...saved, ...kept } });
  return kept;
}

/**
 * Stores the values that differ from the saved ones, or nothing where none does. A changed field keeps the value that its
 * change began from: with a newer one, it would overwrite what somebody else has saved meanwhile.
 */
export function writeDraft<Values extends object>(place: DraftKey<Values>, saved: Values, to: Values): void {
  const before = stored(place);
  const begun = before ? pick(before.from, (name) => !isSameValue(before.from[name], before.to[name])) : {};
  write(place, { from: { ...saved, ...begun }, to });
}

export function forgetDraft({ key }: { key: string }): void {
  writeStored(key, null);
}

function write<Values extends object>({ key }: DraftKey<Values>, { from, to }: Draft<Values>): void {
  writeStored(key, isSameValue(from, to) ? null : JSON.stringify({ from, to }));
}

function pick<Values extends object>(
  values: Values,
  isWanted: (name: keyof Values) => boolean,
): Partial<Values> {
  const wanted = Object.entries(values).filter(([name]) => isWanted(name as keyof Values));
  return Object.fromEntries(wanted) as Partial<Values>;
}
