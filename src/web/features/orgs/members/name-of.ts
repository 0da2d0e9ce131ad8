import type { Member } from '#shared/orgs/orgs.ts';
import { texts } from '#web/i18n/en/orgs/members.ts';

/** The display name of an account, or a placeholder. */
export function nameOf({ displayName }: Member): string {
  return displayName.trim() || texts.unknownUser;
}
