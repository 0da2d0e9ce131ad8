import type { Member } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/members.ts';

/** What somebody is called; who has no name is called so. */
export function nameOf({ displayName }: Member): string {
  return displayName.trim() || texts.unknownUser;
}
