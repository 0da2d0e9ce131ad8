import * as z from 'zod/mini';
import { readJson } from '../../lib/files/read-json.ts';
import { readStored, writeStored } from '../../lib/page/browser-storage.ts';

/** Where the draft of a form is stored, and the shape of its values. */
export interface DraftKey<Values> {
  key: string;
  schema: z.ZodMiniType<Values>;
}

/** Unsaved values, and the saved values that they are based on. */
interface Draft<Values> {
  from: Values;
  to: Values;
}

const draftSchema = z.object({ from: z.unknown(), to: z.unknown() });

/** Whether two values of a field are equal; lists are compared in the order of the form. */
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
 * Returns the unsaved values from before the page was left. A field that others have changed since is
 * omitted, and its draft is deleted.
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
 * Stores the values that differ from the saved ones, or nothing if none does. A changed field keeps its
 * original base value: with a newer one, it would overwrite changes by others.
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
