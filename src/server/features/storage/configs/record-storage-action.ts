import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { announce } from '#server/platform/db/changes.ts';
import type { AuditAction } from '#shared/admin/admin.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { writeAudit } from '../../audit/write.ts';
import { addressOf, optionsOf } from '../connections/address.ts';
import { storageChange } from '../stores.ts';
import { type ConfigRow, findConfig } from './store.ts';

interface AuditedChange {
  action: AuditAction;
  id: string;
  before: ConfigRow | null;
  /** Additional fields of the new state. */
  also?: Record<string, string | boolean | null>;
}

/** Records an administrator's change of a configuration, and makes all servers read it again. */
export async function recordStorageAction(
  trx: Transaction<Tables>,
  viewer: Pick<Viewer, 'id'>,
  { action, id, before, also }: AuditedChange,
  now: Date,
): Promise<void> {
  const after = (await findConfig(trx, id)) ?? null;
  const target = { kind: 'storage', id, name: (after ?? before)?.name ?? id } as const;
  const facts = { before: before && factsOf(before), after: after && { ...factsOf(after), ...also } };
  await writeAudit(trx, { actorId: viewer.id, action, target, ...facts }, now);
  await announce<Tables>(trx, { kind: storageChange, id });
}

/** Of secrets only their names. */
function factsOf(row: ConfigRow) {
  const options: Record<string, string | null> = { ...optionsOf(addressOf(row)) };
  return {
    name: row.name,
    description: row.description,
    provider: row.provider,
    ...options,
    secrets: Object.keys(row.secrets).sort(),
    publicRead: row.public_read,
    maxFileSize: row.max_file_size,
    allowedExtensions: row.allowed_extensions,
    retentionDays: row.retention_days,
    testStatus: row.test_status,
  };
}
