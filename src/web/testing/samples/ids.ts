const dayMilliseconds = 86_400_000;

/** An ISO date this many days ago; negative for the future. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * dayMilliseconds).toISOString();
}

/** A valid id made of a letter and a number: ids have no 0, 1, 8 and 9. */
export function idOf(letter: string, number: number): string {
  const digits = String(number).replace(
    /[0189]/g,
    (digit) => ({ 0: 'z', 1: 'y', 8: 'x', 9: 'w' })[digit] ?? '',
  );
  return digits.padStart(26, letter);
}
