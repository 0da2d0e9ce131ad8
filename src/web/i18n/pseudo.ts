const accents: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
};

/** Texts that are longer than English and easy to distinguish from texts outside of the catalog. */
export function pseudoTranslate<Texts extends Record<string, string>>(texts: Texts): Texts {
  const entries = Object.entries(texts).map(([key, text]) => [key, changed(text)]);
  return Object.fromEntries(entries) as Texts;
}

/**
 * Accents on visible text, but not on placeholders, plural forms and tags; longer by two fifths, in words
 * that allow line breaks.
 */
function changed(text: string): string {
  const accented = text.replace(
    /(<[^>]*>|\{\w+, plural,|\b(?:one|other) \{|\{\w+\})|[aeiouAEIO]/g,
    (match, kept) => kept ?? accents[match] ?? match,
  );
  const read = text.replace(/<[^>]*>|\{\w+, plural, (?:\w+ \{[^{}]*\}\s*)*\w+ \{([^{}]*)\}\}/g, '$1');
  const longer = '~'
    .repeat(Math.ceil(read.length * 0.4))
    .replaceAll('~~~~~~', '~~~~~ ')
    .trimEnd();
  return `[${accented}${longer}]`;
}
