import type { Holdings } from '#shared/personal-data.ts';

/** What belongs to an account, one phrase for each kind that there is any of. */
export function countedHoldings(holdings: Omit<Holdings, 'bytes' | 'freshSignIn'>): string[] {
  const { applications, versions, unfinishedUploads, organizations } = holdings;
  const lines: string[] = [];
  if (applications > 0)
    lines.push(`${counted(applications, 'application')} with ${counted(versions, 'version')}`);
  if (organizations > 0) lines.push(counted(organizations, 'organization'));
  if (unfinishedUploads > 0) lines.push(counted(unfinishedUploads, 'unfinished upload'));
  return lines;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
