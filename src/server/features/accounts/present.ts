import type { Selectable } from 'kysely';
import type { User } from '#shared/accounts/accounts.ts';
import type { Tables } from '../../db/schema.ts';

/** A user's own account; never part of a response to another user. */
export function presentUser(row: Selectable<Tables['users']>): User {
  return {
    id: row.id,
    uid: row.id,
    email: row.email,
    username: row.username,
    role: row.role,
    provider: row.provider,
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
