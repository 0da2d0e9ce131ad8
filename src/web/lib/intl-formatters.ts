import { formatLocale } from '../i18n/locale.ts';

/**
 * What writes numbers or dates in the manner of whoever reads, made once for each style: to make one costs as much as to
 * write a hundred dates, and lists are long.
 */
export function intlFormatters<Style, Writer>(
  make: (locale: string, style: Style) => Writer,
): (style: Style) => Writer {
  const made = new Map<string, Writer>();
  return (style) => {
    const key = formatLocale + JSON.stringify(style);
    const known = made.get(key);
    if (known) return known;
    const writer = make(formatLocale, style);
    made.set(key, writer);
    return writer;
  };
}
