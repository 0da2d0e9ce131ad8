import { formatLocale } from '../../i18n/locale.ts';

/** '1,000', in the user's number format. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(formatLocale, options);
}
