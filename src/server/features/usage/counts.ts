import type { Kysely } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import { readTotals } from './store.ts';

export interface Counts {
  users: number;
  organizations: number;
  applications: number;
  /** Applications with open reports. */
  openReports: number;
}

/** Current totals, maintained by triggers: nothing is counted here. */
export async function readCounts(db: Kysely<Tables>): Promise<Counts> {
  const names = ['rows/users', 'rows/organizations', 'rows/applications', 'open/reports'];
  const totals = await readTotals(db, names);
  const [users = 0, organizations = 0, applications = 0, openReports = 0] = names.map((name) =>
    totals.get(name),
  );
  return { users, organizations, applications, openReports };
}
