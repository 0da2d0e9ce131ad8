import { pseudoTranslate } from './pseudo.ts';

/** A language that the texts can be read in. */
export interface Locale {
  tag: string;
  direction: 'ltr' | 'rtl';
}

const english: Locale = { tag: 'en', direction: 'ltr' };
/** A language that nobody speaks, written from right to left; only in builds of the mode `pseudo`, made for tests. */
const pseudo: Locale = { tag: 'ar-XB', direction: 'rtl' };
const shipped: readonly [Locale, ...Locale[]] = [english];

/** The first of the languages that somebody reads which there is, also without its region; else the first there is. */
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

/** Numbers and dates are written in the manner of whoever reads, which the browser knows. */
export let formatLocale = isInBrowser ? navigator.language : 'en';

/** The server draws for one reader after the other, and the script that takes a page over goes on in that manner. */
export function setFormatLocale(tag: string): void {
  formatLocale = tag;
}

/** What the page says already is left alone: to say it again makes the browser look at the style of every element. */
export function setDocumentLanguage(root: HTMLElement): void {
  if (root.lang !== locale.tag) root.lang = locale.tag;
  if (root.dir !== locale.direction) root.dir = locale.direction;
}

/** The texts of an area in the language that is shown. */
export function translate<Texts extends Record<string, string>>(texts: Texts): Texts {
  return isPseudo ? pseudoTranslate(texts) : texts;
}
