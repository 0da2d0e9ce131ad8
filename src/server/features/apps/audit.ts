import type { Transaction } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type AuditEvent, writeAudit } from '../audit/write.ts';
import { allows, type Right } from './permit.ts';
import type { SeenApp } from './store.ts';

type Event = Pick<AuditEvent, 'action' | 'before' | 'after' | 'reason'>;

/**
 * Records an administrator's action on an application if only the role allowed it.
 * @param right the right that all parts of the action need; where one part needs more than another, the former's
 */
export async function recordAdminAction(
  trx: Transaction<Tables>,
  viewer: Viewer,
  app: SeenApp,
  right: Right,
  event: Event,
  now: Date,
): Promise<void> {
  if (viewer.role !== 'admin' || allows({ ...viewer, role: 'user' }, app, right)) return;
  await recordAdminActionOf(trx, viewer, app, event, now);
}

/** The same if only the role allowed it. */
export async function recordAdminActionOf(
  trx: Transaction<Tables>,
  viewer: Pick<Viewer, 'id'>,
  { id, name }: Pick<SeenApp, 'id' | 'name'>,
  event: Event,
  now: Date,
): Promise<void> {
  await writeAudit(trx, { ...event, actorId: viewer.id, target: { kind: 'application', id, name } }, now);
}
