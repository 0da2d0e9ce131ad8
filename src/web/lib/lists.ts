import { locale } from '../texts/locale.ts';

// British English sets no comma before the last, and neither does Flux.
const alternatives = new Intl.ListFormat(locale.tag === 'en' ? 'en-GB' : locale.tag, { type: 'disjunction' });

/** 'one, two or three' */
export function anyOf(parts: readonly string[]): string {
  return alternatives.format(parts);
}
