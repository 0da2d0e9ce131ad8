import { locale } from '../../i18n/locale.ts';

// British English has no comma before the last item, and neither has Flux.
const language = locale.tag === 'en' ? 'en-GB' : locale.tag;
const alternatives = new Intl.ListFormat(language, { type: 'disjunction' });
const all = new Intl.ListFormat(language, { type: 'conjunction' });

/** 'one, two or three' */
export function anyOf(parts: readonly string[]): string {
  return alternatives.format(parts);
}

/** 'one, two and three' */
export function allOf(parts: readonly string[]): string {
  return all.format(parts);
}
