import { locale } from './locale.ts';

/** Right-to-left letters and directional formatting characters. */
const rightToLeftCharacters =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Wraps a value of a message in directional isolates, so that an Arabic name does not change the order of the English text
 * around it.
 */
export function isolate(value: string): string {
  return locale.direction === 'rtl' || rightToLeftCharacters.test(value) ? `\u2068${value}\u2069` : value;
}
