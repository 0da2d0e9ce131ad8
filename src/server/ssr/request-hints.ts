import type { SsrEnvironment } from '#shared/ssr.ts';

export type RequestHints = Pick<SsrEnvironment, 'locale' | 'wide'>;

/** What a browser says of its reader, as far as pages differ by it. */
export function requestHints(headers: Record<string, string | string[] | undefined>): RequestHints {
  const said = (name: string) => String(headers[name] ?? '');
  const isMobile = said('sec-ch-ua-mobile');
  return {
    locale: firstLocale(said('accept-language')),
    wide: isMobile ? isMobile !== '?1' : !/Mobi|Android/.test(said('user-agent')),
  };
}

/**
 * In which numbers and dates are really written: there are a few hundred, whatever regions, variants and extensions a
 * header makes up for a language that is known.
 */
function firstLocale(acceptLanguage: string): string {
  const [tag] = acceptLanguage.split(/[,;]/, 1);
  try {
    const { baseName } = new Intl.Locale((tag ?? '').trim());
    if (Intl.DateTimeFormat.supportedLocalesOf(baseName).length === 0) return 'en';
    return new Intl.Locale(new Intl.DateTimeFormat(baseName).resolvedOptions().locale).baseName;
  } catch {
    return 'en';
  }
}
