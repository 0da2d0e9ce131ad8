import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Page } from '#shared/contract.ts';
import type { Member } from '#shared/orgs.ts';
import type { Context } from '../../../context.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../../platform/db/cursor.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { presentMember } from '../present.ts';
import { permitted } from '../read.ts';
import { afterMember, isCalled, listMemberRows } from './store.ts';

export interface PageQuery {
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

const placeSchema = z.tuple([
  z.enum(['owner', 'other']),
  z.int(),
  z.string().check(z.regex(/^[a-z2-7]{26}$/)),
]);

/**
 * The owner first, then in the order of joining; searched by display name and e-mail address.
 * @throws FluxError `organization_not_found`, `forbidden`, `invalid_input` for a cursor
 */
export async function listMembers(
  context: Pick<Context, 'db'>,
  viewer: Viewer,
  id: string,
  { q = '', cursor, limit }: PageQuery,
): Promise<Page<Member>> {
  const organization = await permitted(context, viewer, id, 'lookInside');
  const searched = q.trim() === '' ? sql`true` : isCalled(q.trim());
  const later = cursor === undefined ? sql`true` : afterPlace(cursor);
  const rows = await listMemberRows(context.db, id, sql`(${searched} and ${later})`, limit + 1);
  const page = pageOf(rows, limit, ({ role, joinedMicros, userId }) =>
    encodeCursor([role === 'owner' ? 'owner' : 'other', joinedMicros, userId]),
  );
  return { ...page, items: page.items.map((row) => presentMember(viewer, organization, row)) };
}

function afterPlace(cursor: string) {
  const [who, joinedMicros, userId] = decodeCursor(placeSchema, cursor);
  return afterMember({ isOwner: who === 'owner', joinedMicros, userId });
}
