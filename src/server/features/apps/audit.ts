import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type AuditEvent, writeAudit } from '../audit/write.ts';
import { allows, type Right } from './permit.ts';
import type { SeenApp } from './store.ts';

/**
 * Writes down what an administrator did with an application, where only that allowed it: what somebody may do with it
 * anyway is no affair of the log.
 */
export async function noteAdministration(
  trx: Transaction<Tables>,
  viewer: Viewer,
  app: SeenApp,
  right: Right,
  event: Pick<AuditEvent, 'action' | 'before' | 'after' | 'reason'>,
  now: Date,
): Promise<void> {
  if (viewer.role !== 'admin' || allows({ ...viewer, role: 'user' }, app, right)) return;
  const { id, name } = app;
  await writeAudit(trx, { ...event, actorId: viewer.id, target: { kind: 'application', id, name } }, now);
}
