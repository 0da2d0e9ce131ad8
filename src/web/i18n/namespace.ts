import { translate } from './locale.ts';

/** The English texts of one part of the interface, in the current language. */
export function namespace<const Texts extends Record<string, string>>(texts: Texts): Texts {
  return translate(texts);
}
