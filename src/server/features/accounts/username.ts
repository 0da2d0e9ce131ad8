import { maxUsernameLength } from '#shared/accounts/accounts.ts';
import { isVisible, stripDirectionMarks } from '#shared/text/visible-text.ts';

/** What a new account is called: the display name, else what stands before the @, else 'User'. */
export function firstUsername(displayName: string | null, email: string | null): string {
  return clean(displayName) || clean(email?.split('@')[0]) || 'User';
}

/** One line as usernames are; empty where nothing of it could be seen. */
function clean(text: string | null | undefined): string {
  const line = stripDirectionMarks((text ?? '').toWellFormed())
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (!isVisible(line)) return '';
  // Half of a character may be left at the end.
  return line
    .slice(0, maxUsernameLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
