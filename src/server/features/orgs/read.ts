import type { Page } from '#shared/contract/contract.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Organization } from '#shared/orgs/orgs.ts';
import type { Context } from '../../context.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { listFirstMembers } from './members/store.ts';
import { permit, type Right } from './permit.ts';
import { presentOrganization } from './present.ts';
import { findOrganization, findStanding, type KnownOrganization, type OrganizationRow } from './store.ts';

/** So many members come with an organization itself. */
const firstMembers = 10;

/** @throws FluxError `organization_not_found` */
export async function getOrganization(
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<Organization> {
  const row = permit(viewer, await findOrganization(db, viewer, id), 'know');
  const [organization] = await present(db, viewer, [row]);
  if (!organization) throw new FluxError('organization_not_found');
  return organization;
}

/** Rows as the viewer may see them, in the same order. */
export async function presentPage(
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  { items, nextCursor }: Page<OrganizationRow>,
): Promise<Page<Organization>> {
  return { items: await present(db, viewer, items), nextCursor };
}

/**
 * The permission fields of the organization, if the viewer has the right.
 * @throws FluxError `organization_not_found`, `forbidden`
 */
export async function permitted(
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  id: string,
  right: Right,
): Promise<KnownOrganization> {
  return permit(viewer, await findStanding(db, viewer, id), right);
}

async function present(
  db: Context['db'],
  viewer: Viewer,
  rows: readonly OrganizationRow[],
): Promise<Organization[]> {
  const ids = rows.map(({ id }) => id);
  const members = Map.groupBy(
    await listFirstMembers(db, ids, firstMembers),
    ({ organizationId }) => organizationId,
  );
  return rows.map((row) => presentOrganization(viewer, row, members.get(row.id) ?? []));
}
