import { handOverFirstMessage, type OwnedContent } from '#shared/accounts/personal-data.ts';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { texts } from '#web/i18n/en/accounts/own-data.ts';
import { format } from '#web/i18n/format.ts';

type Counts = Pick<
  OwnedContent,
  'applications' | 'versions' | 'unfinishedUploads' | 'organizations' | 'memberships'
>;

/** The content of an account, one phrase per kind with items. */
export function ownedContentLines(ownedContent: Counts): string[] {
  const { applications, versions, unfinishedUploads, organizations, memberships } = ownedContent;
  const lines: string[] = [];
  if (applications > 0)
    lines.push(format(texts.countApplicationsWithCountVersions, { applications, versions }));
  if (organizations > 0) lines.push(format(texts.countOrganizations, { organizations }));
  if (memberships > 0) lines.push(format(texts.countMemberships, { memberships }));
  if (unfinishedUploads > 0) lines.push(format(texts.countUnfinishedUploads, { unfinishedUploads }));
  return lines;
}

/** Why an account cannot be deleted now; null if it can. */
export function deletionBlocker({
  lastAdmin,
  toHandOver,
}: Pick<OwnedContent, 'lastAdmin' | 'toHandOver'>): string | null {
  return lastAdmin ? errorCatalogue.last_admin.message : handOverFirstMessage(toHandOver);
}
