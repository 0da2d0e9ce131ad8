import * as z from 'zod/mini';
import { themes } from '#shared/themes.ts';
import { readStored, writeStored } from '../../lib/browser-storage.ts';
import { readJson } from '../../lib/read-json.ts';
import type { Details } from './use-versions.ts';

const detailsSchema = z.object({ name: z.string(), description: z.string(), theme: z.enum(themes) });
const draftSchema = z.object({ from: detailsSchema, to: detailsSchema });

/** What somebody was changing, of which application. */
interface DraftOf {
  userId: string;
  appId: string;
}

const draftKey = ({ userId, appId }: DraftOf) => `flux-details-draft-${userId}-${appId}`;

function stored(of: DraftOf): { from: Details; to: Details } | null {
  const draft = z.safeParse(draftSchema, readJson(readStored(draftKey(of)) ?? ''));
  return draft.success ? draft.data : null;
}

/**
 * What was changed and not saved before the page was left. What somebody else has changed since is theirs: it is left out, and
 * forgotten.
 */
export function takeUpDraft(of: DraftOf, saved: Details): Partial<Details> {
  const draft = stored(of);
  if (draft === null) return {};
  const { from, to } = draft;
  const kept = pick(to, (name) => to[name] !== from[name] && from[name] === saved[name]);
  write(of, { from: saved, to: { ...saved, ...kept } });
  return kept;
}

/**
 * Keeps what differs from what is saved; where nothing does, nothing. What a change began from stays what it was, or it would
 * look as if it had begun from what somebody else has saved meanwhile.
 */
export function writeDraft(of: DraftOf, saved: Details, to: Details): void {
  const before = stored(of);
  const begun = before ? pick(before.from, (name) => before.from[name] !== before.to[name]) : {};
  write(of, { from: { ...saved, ...begun }, to });
}

function write(of: DraftOf, { from, to }: { from: Details; to: Details }): void {
  const changed = Object.keys(pick(to, (name) => to[name] !== from[name]));
  writeStored(draftKey(of), changed.length > 0 ? JSON.stringify({ from, to }) : null);
}

function pick(details: Details, isWanted: (name: keyof Details) => boolean): Partial<Details> {
  return Object.fromEntries(Object.entries(details).filter(([name]) => isWanted(name as keyof Details)));
}

export function forgetDraft(of: DraftOf): void {
  writeStored(draftKey(of), null);
}
