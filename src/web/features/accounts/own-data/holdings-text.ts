import { errorCatalogue } from '#shared/errors.ts';
import { type Holdings, handOverFirst } from '#shared/personal-data.ts';
import { counted } from '../../../lib/counted.ts';

type Counts = Pick<
  Holdings,
  'applications' | 'versions' | 'unfinishedUploads' | 'organizations' | 'memberships'
>;

/** What belongs to an account, one phrase for each kind that there is any of. */
export function countedHoldings(holdings: Counts): string[] {
  const { applications, versions, unfinishedUploads, organizations, memberships } = holdings;
  const lines: string[] = [];
  if (applications > 0)
    lines.push(`${counted(applications, 'application')} with ${counted(versions, 'version')}`);
  if (organizations > 0) lines.push(counted(organizations, 'organization'));
  if (memberships > 0) lines.push(`${counted(memberships, 'membership')} in organizations of others`);
  if (unfinishedUploads > 0) lines.push(counted(unfinishedUploads, 'unfinished upload'));
  return lines;
}

/** Why an account cannot be deleted now; null where it can. */
export function whyToStay({
  lastAdmin,
  toHandOver,
}: Pick<Holdings, 'lastAdmin' | 'toHandOver'>): string | null {
  return lastAdmin ? errorCatalogue.last_admin.message : handOverFirst(toHandOver);
}
