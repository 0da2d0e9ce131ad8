import * as z from 'zod/mini';
import type { ApplicationEvent } from '#shared/app-list.ts';
import type { Viewer } from '../../accounts/viewer.ts';

/** What the database announces of a change of an app; see migrations/0004_search.ts. */
export const listingChangeSchema = z.object({
  what: z.enum(['published', 'edited', 'activated', 'removed']),
  ownerId: z.string(),
  /** Whether anybody may see it now; never where it was removed. */
  isPublic: z.boolean(),
  /** Whether anybody might see it before; never where it is new. */
  wasPublic: z.boolean(),
});
export type ListingChange = z.output<typeof listingChangeSchema>;

type Watcher = Pick<Viewer, 'id' | 'role'> | null;

/**
 * What a change is to this person: nothing, where they may see the app neither before nor after it. An app that became
 * private is to others as if it was deleted, and one that became public as if it was new.
 */
export function eventFor(watcher: Watcher, id: string, change: ListingChange): ApplicationEvent | null {
  const always = watcher !== null && (watcher.role === 'admin' || watcher.id === change.ownerId);
  const sawIt = change.what !== 'published' && (always || change.wasPublic);
  const seesIt = change.what !== 'removed' && (always || change.isPublic);
  if (sawIt && seesIt) return { kind: change.what, id };
  if (seesIt) return { kind: 'published', id };
  return sawIt ? { kind: 'removed', id } : null;
}
