import { type Holdings, handOverFirst } from '#shared/accounts/personal-data.ts';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { texts } from '#web/i18n/en/accounts/own-data.ts';
import { format } from '#web/i18n/format.ts';

type Counts = Pick<
  Holdings,
  'applications' | 'versions' | 'unfinishedUploads' | 'organizations' | 'memberships'
>;

/** What belongs to an account, one phrase for each kind that there is any of. */
export function ownedContentLines(holdings: Counts): string[] {
  const { applications, versions, unfinishedUploads, organizations, memberships } = holdings;
  const lines: string[] = [];
  if (applications > 0)
    lines.push(format(texts.countApplicationsWithCountVersions, { applications, versions }));
  if (organizations > 0) lines.push(format(texts.countOrganizations, { organizations }));
  if (memberships > 0) lines.push(format(texts.countMemberships, { memberships }));
  if (unfinishedUploads > 0) lines.push(format(texts.countUnfinishedUploads, { unfinishedUploads }));
  return lines;
}

/** Why an account cannot be deleted now; null where it can. */
export function deletionBlocker({
  lastAdmin,
  toHandOver,
}: Pick<Holdings, 'lastAdmin' | 'toHandOver'>): string | null {
  return lastAdmin ? errorCatalogue.last_admin.message : handOverFirst(toHandOver);
}
