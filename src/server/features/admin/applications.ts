import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AdminApplication, ApplicationState } from '#shared/admin/admin.ts';
import type { Page } from '#shared/contract/contract.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { loadAdministered } from '../apps/administered.ts';
import { countOpenReports } from '../reports/store.ts';
import { listNewest } from './lists/list.ts';
import { namedByOwner } from './lists/owner.ts';

interface Query {
  search?: string | undefined;
  state?: ApplicationState | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Written so that a partial index matches. */
const conditions: Record<ApplicationState, RawBuilder<boolean>> = {
  public: sql`is_public`,
  private: sql`not is_public`,
  offline: sql`suspended_since is not null`,
  'taken-offline': sql`taken_down_at is not null`,
  reported: sql`id = any(array(select app_id from reported_apps))`,
};

/** @throws FluxError `invalid_input` for a cursor */
export async function listApplications(
  { db }: Context,
  { state, ...query }: Query,
): Promise<Page<AdminApplication>> {
  const within = state === undefined ? sql<boolean>`true` : conditions[state];
  const named = await namedByOwner(db, query.search);
  return listNewest(db, { table: 'apps', within }, query, named, (ids) => loadApplications(db, ids));
}

async function loadApplications(db: Kysely<Tables>, ids: readonly string[]): Promise<AdminApplication[]> {
  const [found, reports] = await Promise.all([loadAdministered(db, ids), countOpenReports(db, ids)]);
  return [...found].map(([id, { application, offline }]) => ({
    ...application,
    offline,
    openReports: reports.get(id) ?? 0,
  }));
}
