import { type RawBuilder, sql } from 'kysely';
import type { Page } from '#shared/contract/contract.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Organization } from '#shared/orgs/orgs.ts';
import type { Context } from '../../context.ts';
import { pageOf } from '../../platform/db/cursor.ts';
import { afterNameCursor, byName, encodeNameCursor, hasWords } from '../../platform/db/names.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { presentPage } from './read.ts';
import { hasMember, knownIdsForPage, knownTo, uploadableBy } from './scope.ts';
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
 * By folded name.
 * @throws FluxError `forbidden` for another user's list, `invalid_input` for a cursor
 */
export async function listOrganizations(
  context: Pick<Context, 'db'>,
  viewer: Viewer,
  { q, userId, uploadable, cursor, limit }: Query,
): Promise<Page<Organization>> {
  if (userId !== undefined && userId !== viewer.id && viewer.role !== 'admin')
    throw new FluxError('forbidden', 'Only administrators may list organizations of other users.');
  const narrowed = allOf(afterNameCursor(name, 'organizations.id', cursor), hasWords(name, q));
  const page = { condition: narrowed, order: byName(name), limit: limit + 1 };
  const conditions: RawBuilder<boolean>[] = [
    userId === undefined ? knownIdsForPage(viewer, page) : allOf(knownTo(viewer), hasMember(userId)),
    ...(uploadable ? [uploadableBy(viewer)] : []),
  ];
  const condition = allOf(narrowed, ...conditions);
  const rows = await listOrganizationRows(context.db, viewer, { ...page, condition });
  return presentPage(context, viewer, pageOf(rows, limit, encodeNameCursor));
}

function allOf(...conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`(${sql.join(conditions, sql` and `)})`;
}
