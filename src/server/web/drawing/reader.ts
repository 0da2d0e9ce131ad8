import type { DrawnFor } from '#shared/drawn-page.ts';

export type Reader = Pick<DrawnFor, 'locale' | 'wide'>;

/** What a browser says of its reader, as far as pages differ by it. */
export function readerOf(headers: Record<string, string | string[] | undefined>): Reader {
  const said = (name: string) => String(headers[name] ?? '');
  const isMobile = said('sec-ch-ua-mobile');
  return {
    locale: firstLocale(said('accept-language')),
    wide: isMobile ? isMobile !== '?1' : !/Mobi|Android/.test(said('user-agent')),
  };
}

/** Only of what numbers and dates can be written in, and without what may follow, so that there are not many. */
function firstLocale(acceptLanguage: string): string {
  const [tag] = acceptLanguage.split(/[,;]/, 1);
  try {
    const { baseName } = new Intl.Locale((tag ?? '').trim());
    return Intl.DateTimeFormat.supportedLocalesOf(baseName)[0] === baseName ? baseName : 'en';
  } catch {
    return 'en';
  }
}
