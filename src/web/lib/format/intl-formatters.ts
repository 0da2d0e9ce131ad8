import { formatLocale } from '../../i18n/locale.ts';

/** Caches `Intl` formatters by locale and style: creating one costs as much as formatting a hundred dates. */
export function intlFormatters<Style, Formatter>(
  create: (locale: string, style: Style) => Formatter,
): (style: Style) => Formatter {
  const cache = new Map<string, Formatter>();
  return (style) => {
    const key = formatLocale + JSON.stringify(style);
    const cached = cache.get(key);
    if (cached) return cached;
    const formatter = create(formatLocale, style);
    cache.set(key, formatter);
    return formatter;
  };
}
