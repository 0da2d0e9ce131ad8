import type { Transaction } from 'kysely';
import type { AuditAction, AuditTargetKind } from '#shared/admin/admin.ts';
import type { Tables } from '../../db/schema.ts';
import { newId } from '../../platform/ids.ts';
import { findName, insertEntry } from './store.ts';

/** Changed fields. Never a secret: administrators can read them permanently. */
type Facts = Record<string, string | number | boolean | null | readonly string[]>;

export interface AuditEvent {
  /** Null without an account; `actorName` then names the actor. */
  actorId: string | null;
  actorName?: string;
  action: AuditAction;
  target: { kind: AuditTargetKind; id: string; name: string };
  /** The state before; null for a new target. */
  before: Facts | null;
  /** The state after; null for a deleted target. */
  after: Facts | null;
  reason?: string | undefined;
}

/** Writes down what an administrator does, in the transaction that does it: there is neither without the other. */
export async function writeAudit(trx: Transaction<Tables>, event: AuditEvent, now: Date): Promise<void> {
  const { actorId, actorName = 'the command line', action, target, before, after, reason } = event;
  await insertEntry(trx, {
    id: newId(),
    at: now,
    actor_id: actorId,
    actor_name: actorId === null ? actorName : ((await findName(trx, actorId)) ?? actorId),
    action,
    target_kind: target.kind,
    target_id: target.id,
    target_name: target.name,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    reason: reason ?? null,
  });
}
