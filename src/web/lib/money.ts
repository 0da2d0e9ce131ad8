import { formatLocale } from '../texts/locale.ts';

/** '$19.99' of 1999 US cents. */
export function formatMoney(cents: number, currency = 'usd'): string {
  return new Intl.NumberFormat(formatLocale, { style: 'currency', currency }).format(cents / 100);
}
