import { pseudoTranslate } from './pseudo.ts';

/** A language of the interface. */
export interface Locale {
  tag: string;
  direction: 'ltr' | 'rtl';
}

const english: Locale = { tag: 'en', direction: 'ltr' };
/** A right-to-left pseudo-language for tests, only in builds with mode `pseudo`. */
const pseudo: Locale = { tag: 'ar-XB', direction: 'rtl' };
const shipped: readonly [Locale, ...Locale[]] = [english];

/** The first available language of the user's list, with or without its region. The default is the first available one. */
export function selectLocale<Kind extends Locale>(
  wanted: readonly string[],
  from: readonly [Kind, ...Kind[]],
): Kind {
  for (const tag of wanted) {
    const [language] = tag.split('-');
    const found = from.find((each) => each.tag === tag) ?? from.find((each) => each.tag === language);
    if (found) return found;
  }
  return from[0];
}

const isInBrowser = typeof document !== 'undefined';
const isPseudo = import.meta.env.MODE === 'pseudo';

export const locale: Locale = isPseudo
  ? pseudo
  : selectLocale(isInBrowser ? navigator.languages : [], shipped);

/** The locale of numbers and dates: the browser's language. */
export let formatLocale = isInBrowser ? navigator.language : 'en';

/** Sets the locale of one server-side render, and of its hydration. */
export function setFormatLocale(tag: string): void {
  formatLocale = tag;
}

/** Leaves equal values alone: a write makes the browser recalculate all styles. */
export function setDocumentLanguage(root: HTMLElement): void {
  if (root.lang !== locale.tag) root.lang = locale.tag;
  if (root.dir !== locale.direction) root.dir = locale.direction;
}

/** The texts of a namespace in the current language. */
export function translate<Texts extends Record<string, string>>(texts: Texts): Texts {
  return isPseudo ? pseudoTranslate(texts) : texts;
}
