import { maxUsernameLength } from '#shared/accounts/accounts.ts';
import { isVisible, stripDirectionMarks } from '#shared/text/visible-text.ts';

/** The display name of a new account: the provider's name, else the part before the @, else 'User'. */
export function firstUsername(displayName: string | null, email: string | null): string {
  return clean(displayName) || clean(email?.split('@')[0]) || 'User';
}

/** One line, like display names; empty if nothing is visible. */
function clean(text: string | null | undefined): string {
  const line = stripDirectionMarks((text ?? '').toWellFormed())
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (!isVisible(line)) return '';
  // The cut may have left half of a surrogate pair.
  return line
    .slice(0, maxUsernameLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
