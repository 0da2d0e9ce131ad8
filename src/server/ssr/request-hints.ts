import type { SsrEnvironment } from '#shared/play/ssr.ts';

export type RequestHints = Pick<SsrEnvironment, 'locale' | 'wide'>;

/** Reads the locale and the screen width from the request headers. */
export function requestHints(headers: Record<string, string | string[] | undefined>): RequestHints {
  const header = (name: string) => String(headers[name] ?? '');
  const isMobile = header('sec-ch-ua-mobile');
  return {
    locale: firstLocale(header('accept-language')),
    wide: isMobile ? isMobile !== '?1' : !/Mobi|Android/.test(header('user-agent')),
  };
}

/** The locale that `Intl` resolves. A header can invent any number of tags, but there are only a few hundred locales to cache. */
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
