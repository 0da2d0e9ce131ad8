import type { MemberRole } from '#shared/orgs/orgs.ts';
import { insertMember } from '../../features/orgs/members/store.ts';
import { insertOrganization } from '../../features/orgs/store.ts';
import { newId } from '../../platform/ids.ts';
import type { TestServer } from '../servers/server.ts';

type Account = { id: string };

interface OrganizationFields {
  name?: string;
  description?: string;
  isPublic?: boolean;
  allowMemberUploads?: boolean;
  requireApproval?: boolean;
  /** Besides the owner, in the order of joining. */
  members?: readonly (readonly [Account, MemberRole])[];
}

/** Inserts an organization: private, with member uploads, without approval by default. */
export async function addOrganization(
  server: TestServer,
  owner: Account,
  { members = [], ...fields }: OrganizationFields = {},
): Promise<{ id: string; name: string }> {
  const { db, clock } = server.context;
  const id = newId();
  const now = clock.now();
  const name = fields.name ?? `Team of ${owner.id}`;
  const joined: (readonly [Account, MemberRole])[] = [[owner, 'admin'], ...members];
  await db.transaction().execute(async (trx) => {
    await insertOrganization(trx, {
      id,
      description: '',
      isPublic: false,
      allowMemberUploads: true,
      requireApproval: false,
      ownerId: owner.id,
      createdAt: now,
      ...fields,
      name,
    });
    for (const [index, [{ id: userId }, role]] of joined.entries())
      await insertMember(trx, {
        organizationId: id,
        userId,
        role,
        joinedAt: new Date(now.getTime() + index),
      });
  });
  return { id, name };
}
