import * as z from 'zod/mini';
import type { ApplicationEvent } from '#shared/apps/app-events.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import type { Membership } from '../memberships.ts';

const stateSchema = z.object({
  public: z.boolean(),
  approved: z.boolean(),
  offline: z.boolean(),
  organizationId: z.nullable(z.string()),
});
type State = z.output<typeof stateSchema>;

/** The announcement of a changed app; see `announce_listing` in `db/migrations/0001_initial`. */
export const listingChangeSchema = z.object({
  what: z.enum(['published', 'edited', 'activated', 'removed']),
  ownerId: z.string(),
  /** Null for a deleted app. */
  is: z.nullable(stateSchema),
  /** Null for a new app. */
  was: z.nullable(stateSchema),
});
export type ListingChange = z.output<typeof listingChangeSchema>;

/** A changed or ended membership of a user. */
export const membershipChangeSchema = z.object({ userId: z.string() });

type Watcher = (Pick<Viewer, 'id' | 'role'> & { memberships: readonly Membership[] }) | null;

/**
 * The event for a viewer: none if they may see the app neither before nor after. An app that became private is
 * removed for others, and one that became public is added.
 */
export function eventFor(watcher: Watcher, id: string, change: ListingChange): ApplicationEvent | null {
  const sawIt = change.was !== null && sees(watcher, change.ownerId, change.was);
  const seesIt = change.is !== null && sees(watcher, change.ownerId, change.is);
  if (sawIt && seesIt) return { kind: change.what, id };
  if (seesIt) return { kind: 'published', id };
  return sawIt ? { kind: 'removed', id } : null;
}

function sees(watcher: Watcher, ownerId: string, state: State): boolean {
  if (state.public) return true;
  if (watcher === null) return false;
  if (watcher.role === 'admin' || watcher.id === ownerId) return true;
  if (state.offline) return false;
  const membership = watcher.memberships.find(
    ({ organizationId }) => organizationId === state.organizationId,
  );
  return membership !== undefined && (state.approved || membership.manages);
}
