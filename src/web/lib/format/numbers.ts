import { formatLocale } from '../../i18n/locale.ts';

/** '1,000', as the reader writes it. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(formatLocale, options);
}
