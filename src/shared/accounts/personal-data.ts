import * as z from 'zod/mini';
import { defineEndpoint, successSchema } from '../contract/contract.ts';

/** The content of an account: what an export contains, and what a deletion removes. */
export const ownedContentSchema = z.strictObject({
  applications: z.int(),
  versions: z.int(),
  unfinishedUploads: z.int(),
  /** Owned organizations. */
  organizations: z.int(),
  /** Memberships in organizations of others. */
  memberships: z.int(),
  /** The size of the original files of all versions, in bytes. */
  bytes: z.int(),
  /** Whether the last sign-in is recent enough to download or delete the account. */
  freshSignIn: z.boolean(),
  /** Whether the account is the only administrator, who cannot be deleted. */
  lastAdmin: z.boolean(),
  /** Names of owned organizations with other members. They must be handed over or deleted first. */
  toHandOver: z.array(z.string()),
});
export type OwnedContent = z.output<typeof ownedContentSchema>;

/** Why an owner of organizations with other members cannot delete the account; null if there are none. */
export function handOverFirstMessage(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const shown = names.slice(0, 3);
  const parts = names.length > shown.length ? [...shown, `${names.length - shown.length} more`] : shown;
  const all = parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  // 'Them' would be read as the people.
  const [these, them] = names.length === 1 ? ['it', 'it'] : ['these organizations', 'them'];
  return `Other people are members of ${all}. Hand ${these} over, or delete ${them}, before you delete your account.`;
}

export const getOwnedContent = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/holdings',
  summary: 'How much belongs to one’s account',
  access: 'signed-in',
  output: ownedContentSchema,
});

/** Checked before the browser navigates to the download, because a page cannot see a refusal of the download. */
export const checkExport = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/export/readiness',
  summary: 'Whether a download of one’s data may begin now',
  access: 'signed-in',
  output: successSchema,
  errors: ['fresh_sign_in_required', 'too_many_requests'],
});

/**
 * GET: a zip with `data.json` and the original file of every version, streamed. Needs a fresh sign-in. The
 * browser downloads it by itself, so that no page has to hold it in memory.
 */
export const exportPath = '/api/users/me/export';

/**
 * Whether the typed confirmation is the display name. Keyboards compose accents differently, and trailing
 * spaces are invisible.
 */
export function confirmsDeletion(typed: string, username: string): boolean {
  const comparable = (name: string) => name.normalize('NFC').trim();
  return comparable(typed) === comparable(username);
}
