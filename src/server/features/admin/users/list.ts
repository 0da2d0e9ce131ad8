import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { isId } from '#server/platform/ids.ts';
import type { Role } from '#shared/accounts/accounts.ts';
import type { AccountState, AdminUser } from '#shared/admin/admin.ts';
import type { Page } from '#shared/contract/contract.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { listNewest } from '../lists/list.ts';
import { presentUser } from './present.ts';
import { loadUsers } from './store.ts';

interface Query {
  search?: string | undefined;
  role?: Role | undefined;
  provider?: string | undefined;
  state?: AccountState | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** @throws FluxError `invalid_input` for a cursor */
export async function listUsers({ db }: Context, viewer: Viewer, query: Query): Promise<Page<AdminUser>> {
  const search = query.search?.trim() ?? '';
  const named = isId(search) ? sql<boolean>`id = ${search}` : null;
  const rows = { table: 'users', within: within(query) } as const;
  const page = await listNewest(db, rows, query, named, (ids) => loadUsers(db, ids));
  return { ...page, items: page.items.map((row) => presentUser(row, viewer.id)) };
}

/** @throws FluxError `not_found` */
export async function getUser(
  { db }: Pick<Context, 'db'>,
  viewer: Viewer,
  userId: string,
): Promise<AdminUser> {
  const [row] = await loadUsers(db, [userId]);
  if (!row) throw new FluxError('not_found', 'This account no longer exists.');
  return presentUser(row, viewer.id);
}

/** Written so that partial indexes match. */
function within({ role, provider, state }: Query): RawBuilder<boolean> {
  const conditions = [
    ...(role === 'admin' ? [sql`role = 'admin'`] : []),
    ...(role === 'user' ? [sql`role = 'user'`] : []),
    ...(provider ? [sql`provider = ${provider}`] : []),
    ...(state === 'disabled' ? [sql`disabled_at is not null`] : []),
    ...(state === 'active' ? [sql`disabled_at is null`] : []),
  ];
  return sql`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}
