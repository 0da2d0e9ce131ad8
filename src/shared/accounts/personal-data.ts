import * as z from 'zod/mini';
import { defineEndpoint, successSchema } from '../contract/contract.ts';

/** What belongs to an account: what a download of one's data brings, and what a deletion takes away. */
export const holdingsSchema = z.strictObject({
  applications: z.int(),
  versions: z.int(),
  unfinishedUploads: z.int(),
  /** Those the person owns. */
  organizations: z.int(),
  /** In organizations of others. */
  memberships: z.int(),
  /** The size of the original files of all versions, in bytes. */
  bytes: z.int(),
  /** Whether the person signed in so lately that they may download or delete it all. */
  freshSignIn: z.boolean(),
  /** Whether nobody would administer this Flux without them: then they cannot leave. */
  lastAdmin: z.boolean(),
  /** The names of organizations of theirs that have other members: they are handed over or deleted before. */
  toHandOver: z.array(z.string()),
});
export type Holdings = z.output<typeof holdingsSchema>;

/** Why somebody cannot leave who owns organizations that others are in; null where there are none. */
export function handOverFirst(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const shown = names.slice(0, 3);
  const parts = names.length > shown.length ? [...shown, `${names.length - shown.length} more`] : shown;
  const all = parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  // 'Them' would be read as the people.
  const [these, them] = names.length === 1 ? ['it', 'it'] : ['these organizations', 'them'];
  return `Other people are members of ${all}. Hand ${these} over, or delete ${them}, before you delete your account.`;
}

export const getHoldings = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/holdings',
  summary: 'How much belongs to one’s account',
  access: 'signed-in',
  output: holdingsSchema,
});

/** Asked before the browser goes to the download: what it was refused there, no page could tell. */
export const askExport = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/export/readiness',
  summary: 'Whether a download of one’s data may begin now',
  access: 'signed-in',
  output: successSchema,
  errors: ['fresh_sign_in_required', 'too_many_requests'],
});

/**
 * GET: a zip with `data.json` and the original file of every version, streamed; needs a fresh sign-in. The browser
 * goes there by itself, so that nothing of it is held in a page.
 */
export const exportPath = '/api/users/me/export';

/**
 * Whether what somebody typed is their display name, by which they show that they mean it. Keyboards compose accents
 * differently, and a space at the end cannot be seen.
 */
export function confirmsDeletion(typed: string, username: string): boolean {
  const comparable = (name: string) => name.normalize('NFC').trim();
  return comparable(typed) === comparable(username);
}
