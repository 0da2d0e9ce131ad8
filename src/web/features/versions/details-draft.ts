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

/** What was changed and not saved before the page was left; not what somebody else has changed since. */
export function readDraft(of: DraftOf, saved: Details): Partial<Details> {
  const draft = z.safeParse(draftSchema, readJson(readStored(draftKey(of)) ?? ''));
  if (!draft.success) return {};
  const { from, to } = draft.data;
  const kept = Object.entries(to).filter(([key]) => {
    const name = key as keyof Details;
    return to[name] !== from[name] && from[name] === saved[name];
  });
  return Object.fromEntries(kept);
}

/** Keeps what differs from what is saved; where nothing does, nothing. */
export function writeDraft(of: DraftOf, from: Details, to: Details): void {
  const isChanged = to.name !== from.name || to.description !== from.description || to.theme !== from.theme;
  writeStored(draftKey(of), isChanged ? JSON.stringify({ from, to }) : null);
}

export function forgetDraft(of: DraftOf): void {
  writeStored(draftKey(of), null);
}
