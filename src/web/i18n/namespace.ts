import { translated } from './locale.ts';

/** The texts of one area of the interface, written in English and read in the language that is shown. */
export function area<const Texts extends Record<string, string>>(texts: Texts): Texts {
  return translated(texts);
}
