import { intlFormatters } from './intl-formatters.ts';

const formatterFor = intlFormatters(
  (locale, currency: string) => new Intl.NumberFormat(locale, { style: 'currency', currency }),
);

/** '$19.99' for 1999 US cents. */
export function formatMoney(cents: number, currency = 'usd'): string {
  return formatterFor(currency).format(cents / 100);
}
