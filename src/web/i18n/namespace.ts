import { translate } from './locale.ts';

/** The texts of one area of the interface, written in English and read in the language that is shown. */
export function namespace<const Texts extends Record<string, string>>(texts: Texts): Texts {
  return translate(texts);
}
