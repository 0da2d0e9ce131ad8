import * as z from 'zod/mini';
import type { SupportRequest, SupportState } from '#shared/contact/support.ts';
import type { Page } from '#shared/contract/contract.ts';
import type { Context } from '../../context.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../platform/db/cursor.ts';
import { listRequestRows, type RequestRow } from './store.ts';

const cursorSchema = z.tuple([z.int(), z.string().check(z.regex(/^[a-z2-7]{26}$/))]);

interface Query {
  state?: SupportState | undefined;
  cursor?: string | undefined;
  limit: number;
}

/**
 * Newest first.
 * @throws FluxError `invalid_input` for a cursor
 */
export async function listRequests(
  { db }: Context,
  { state, cursor, limit }: Query,
): Promise<Page<SupportRequest>> {
  const position = cursor === undefined ? null : decodeCursor(cursorSchema, cursor);
  const after = position && { createdMicros: position[0], id: position[1] };
  const rows = await listRequestRows(db, { state, after, limit: limit + 1 });
  const page = pageOf(rows, limit, ({ createdMicros, id }) => encodeCursor([createdMicros, id]));
  return { ...page, items: page.items.map(presentRequest) };
}

function presentRequest(row: RequestRow): SupportRequest {
  const { id, name, email, category, priority, subject, message } = row;
  return {
    ...{ id, name, email, category, priority, subject, message },
    userId: row.userId,
    userRole: row.userId === null ? null : (row.userRole ?? 'user'),
    account: row.userId === null ? null : { name: row.accountName ?? '', email: row.accountEmail },
    timestamp: row.createdAt.toISOString(),
    state: row.resolvedAt === null ? 'open' : 'resolved',
    resolvedBy: row.resolverId === null ? null : { id: row.resolverId, name: row.resolverName ?? '' },
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  };
}
