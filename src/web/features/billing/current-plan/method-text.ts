import type { PaymentDetails } from '#shared/billing/payments.ts';
import { texts } from '#web/i18n/en/billing/current-plan.ts';
import { format } from '#web/i18n/format.ts';

type Method = NonNullable<PaymentDetails['paymentMethod']>;

const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'eftpos',
  us_bank_account: texts.bankAccount,
  sepa_debit: texts.sepaDirectDebit,
};

/** 'Visa ending in 4242', or the name of another payment method. */
export function methodName({ brand, last4 }: Pick<Method, 'brand' | 'last4'>): string {
  const name = brands[brand] ?? brand.replace(/^\w/, (first) => first.toUpperCase()).replaceAll('_', ' ');
  return last4 === null ? name : format(texts.nameEndingInLast4, { name, last4 });
}

/** '09/2031'; null if it does not expire. */
export function expiryText({ exp_month: month, exp_year: year }: Pick<Method, 'exp_month' | 'exp_year'>) {
  if (month === null || year === null) return null;
  return `${String(month).padStart(2, '0')}/${year}`;
}

/** A card is valid to the end of its month. */
export function isExpired(
  { exp_month: month, exp_year: year }: Pick<Method, 'exp_month' | 'exp_year'>,
  now: Date,
): boolean {
  if (month === null || year === null) return false;
  return year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1;
}
