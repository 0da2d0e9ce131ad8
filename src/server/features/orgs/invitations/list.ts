import * as z from 'zod/mini';
import type { Context } from '#server/context.ts';
import { decodeCursor, encodeCursor, pageOf } from '#server/platform/db/cursor.ts';
import type { Page } from '#shared/contract/contract.ts';
import type { Invitation } from '#shared/orgs/orgs.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { canManageMembers, canRemind, canWithdraw } from '../can.ts';
import type { PageQuery } from '../members/list.ts';
import { permitted } from '../read.ts';
import { presentInvitation } from './present.ts';
import { listInvitationRows } from './store.ts';

const cursorSchema = z.tuple([z.int(), z.string().check(z.regex(/^[a-z2-7]{26}$/))]);

/**
 * Open invitations, newest first: all for users who manage members, own ones for others.
 * @throws FluxError `organization_not_found`, `forbidden`, `invalid_input` for a cursor
 */
export async function listInvitations(
  context: Context,
  viewer: Viewer,
  id: string,
  { q = '', cursor, limit }: PageQuery,
): Promise<Page<Invitation>> {
  const organization = await permitted(context, viewer, id, 'lookInside');
  const position = cursor === undefined ? null : decodeCursor(cursorSchema, cursor);
  const filter = {
    invitedBy: canManageMembers(viewer, organization) ? null : viewer.id,
    q: q.trim(),
    after: position && { createdMicros: position[0], id: position[1] },
  };
  const rows = await listInvitationRows(context.db, id, filter, limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor([row.createdMicros, row.id]));
  const now = context.clock.now();
  const items = page.items.map((row) =>
    presentInvitation(row, now, {
      remind: canRemind(viewer, organization, row),
      withdraw: canWithdraw(viewer, organization, row),
      accept: false,
    }),
  );
  return { ...page, items };
}
