import { type RawBuilder, sql } from 'kysely';
import type { Page } from '#shared/contract.ts';
import { FluxError } from '#shared/errors.ts';
import type { Organization } from '#shared/orgs.ts';
import type { Context } from '../../context.ts';
import { pageOf } from '../../platform/db/cursor.ts';
import { afterPlace, byName, encodeNamePlace, hasWords } from '../../platform/db/names.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { presentPage } from './read.ts';
import { hasMember, knownTo, uploadableBy } from './scope.ts';
import { listOrganizationRows } from './store.ts';

interface Query {
  q?: string | undefined;
  userId?: string | undefined;
  uploadable?: boolean | undefined;
  cursor?: string | undefined;
  limit: number;
}

const name = 'organizations.name';

/**
 * By name, without case and accents.
 * @throws FluxError `forbidden` where it is asked for another person, `invalid_input` for a cursor
 */
export async function listOrganizations(
  context: Pick<Context, 'db'>,
  viewer: Viewer,
  { q, userId, uploadable, cursor, limit }: Query,
): Promise<Page<Organization>> {
  if (userId !== undefined && userId !== viewer.id && viewer.role !== 'admin')
    throw new FluxError('forbidden', 'Only administrators may ask for the organizations of others.');
  const conditions: RawBuilder<boolean>[] = [
    knownTo(viewer),
    ...(userId === undefined ? [] : [hasMember(userId)]),
    ...(uploadable ? [uploadableBy(viewer)] : []),
    afterPlace(name, 'organizations.id', cursor),
    hasWords(name, q),
  ];
  const rows = await listOrganizationRows(context.db, viewer, {
    condition: sql`(${sql.join(conditions, sql` and `)})`,
    order: byName(name),
    limit: limit + 1,
  });
  return presentPage(context, viewer, pageOf(rows, limit, encodeNamePlace));
}
