import { maxUsernameLength } from '#shared/accounts.ts';

/** What a new account is called: the display name, else what stands before the @, else 'User'. */
export function firstUsername(displayName: string | null, email: string | null): string {
  return clean(displayName) || clean(email?.split('@')[0]) || 'User';
}

/** Turns the text around it, wherever the name is shown. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** One line as usernames are; empty where nothing of it could be seen. */
function clean(text: string | null | undefined): string {
  const line = (text ?? '')
    .toWellFormed()
    .replaceAll(directionMarks, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(line)) return '';
  // Half of a character may be left at the end.
  return line
    .slice(0, maxUsernameLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
