import { locale } from './locale.ts';

/** Letters that are written from right to left, and marks that turn what follows them. */
const rightToLeftCharacters =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A value that stands in a message, so that neither turns the other: a name in Arabic keeps its own order in an English
 * sentence, and leaves the signs behind it where they belong. The marks around it are not seen and not read.
 */
export function isolate(value: string): string {
  return locale.direction === 'rtl' || rightToLeftCharacters.test(value) ? `\u2068${value}\u2069` : value;
}
