const maxLength = 80;

/** What a new account is called: the display name, else what stands before the @, else 'User'. */
export function firstUsername(displayName: string | null, email: string | null): string {
  return clean(displayName) || clean(email?.split('@')[0]) || 'User';
}

function clean(text: string | null | undefined): string {
  const line = (text ?? '')
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.slice(0, maxLength).toWellFormed().trim();
}
