import type { Context } from '#server/context.ts';
import type { Viewer } from '#server/features/accounts/viewer.ts';
import { maxListedApprovals, type PendingVersion } from '#shared/versions/approvals.ts';
import { deletedUserName } from '../present.ts';
import { listPendingFor } from './store.ts';

/** Administrators of Flux get those of their own organizations only, as with the mails. */
export async function listPendingVersions(
  context: Pick<Context, 'db'>,
  viewer: Viewer,
): Promise<{ count: number; versions: PendingVersion[] }> {
  const rows = await listPendingFor(context.db, viewer.id, maxListedApprovals);
  return {
    count: rows[0]?.count ?? 0,
    versions: rows.map((row) => ({
      id: row.id,
      version: row.number,
      uploadedAt: row.uploadedAt.toISOString(),
      uploadedByUsername: row.uploadedByUsername ?? deletedUserName,
      application: { id: row.appId, name: row.appName },
      organization: { id: row.organizationId, _id: row.organizationId, name: row.organizationName },
    })),
  };
}
