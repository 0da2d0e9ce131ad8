import * as z from 'zod/mini';
import type { Context } from '#server/context.ts';
import { decodeCursor, encodeCursor, pageOf } from '#server/platform/db/cursor.ts';
import type { Page } from '#shared/contract/contract.ts';
import type { Member } from '#shared/orgs/orgs.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { presentMember } from '../present.ts';
import { permitted } from '../read.ts';
import { listMemberRows, type MemberCursor } from './store.ts';

export interface PageQuery {
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

const cursorSchema = z.tuple([
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
  const words = q.split(/\s+/).filter((word) => word !== '');
  const after = cursor === undefined ? null : cursorOf(cursor);
  const rows = await listMemberRows(context.db, id, { words, after }, limit + 1);
  const page = pageOf(rows, limit, ({ role, joinedMicros, userId }) =>
    encodeCursor([role === 'owner' ? 'owner' : 'other', joinedMicros, userId]),
  );
  return { ...page, items: page.items.map((row) => presentMember(viewer, organization, row)) };
}

function cursorOf(cursor: string): MemberCursor {
  const [who, joinedMicros, userId] = decodeCursor(cursorSchema, cursor);
  return { isOwner: who === 'owner', joinedMicros, userId };
}
