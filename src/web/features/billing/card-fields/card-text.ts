import { hasCheckDigit } from '#shared/billing/test-payments.ts';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { texts } from '#web/i18n/en/billing/card-fields.ts';
import { invalidParts } from './card-form.ts';

/** Formats typed card data in the printed groups. */

const maxDigits = 19;

/** Groups of four; 4-6-5 for American Express. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text).slice(0, maxDigits);
  const groups = /^3[47]/.test(digits) ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?(\d*)$/ : null;
  const parts = groups ? (groups.exec(digits)?.slice(1) ?? []) : (digits.match(/\d{1,4}/g) ?? []);
  return parts.filter(Boolean).join(' ');
}

/** 'MM / YY', also for autofilled or pasted values: '4/30', '04/2030', '2030-04'. */
export function formatExpiry(text: string): string {
  const yearFirst = /^\s*20(\d\d)\s*[-/.]\s*(\d\d?)\s*$/.exec(text);
  const source = yearFirst ? `${yearFirst[2]}/${yearFirst[1]}` : text;
  // A one-digit month is complete if no second digit can follow, or another character does.
  const padded = source.replace(/^\s*([2-9]|\d(?=\s*[^\d\s]))/, '0$1');
  const digits = digitsOf(padded);
  const year = digits.slice(2, 6);
  const short = year.length === 4 && year.startsWith('20') ? year.slice(2) : year.slice(0, 2);
  return short === '' ? digits.slice(0, 2) : `${digits.slice(0, 2)} / ${short}`;
}

export function formatCvc(text: string): string {
  return digitsOf(text).slice(0, 4);
}

/** The caret after formatting: behind the same number of digits as before. */
export function caretIn(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (const [index, character] of [...formatted].entries()) {
    if (seen === digitsBefore) return index;
    if (/\d/.test(character)) seen += 1;
  }
  return formatted.length;
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

export interface CardText {
  number: string;
  expiry: string;
  cvc: string;
}

/** @throws ApiError with every missing or invalid part */
export function readCard({ number, expiry, cvc }: CardText, now: Date) {
  const digits = digitsOf(number);
  const [, month = '', year = ''] = /^(\d\d) \/ (\d\d)$/.exec(expiry) ?? [];
  const card = { number: digits, exp_month: Number(month), exp_year: 2000 + Number(year), cvc };
  const checked = [
    ['number', numberProblem(digits)],
    ['expiry', expiryProblem(expiry, year === '' ? null : card, now)],
    ['cvc', cvcProblem(cvc)],
  ] as const;
  const problem = invalidParts(Object.fromEntries(checked.filter(([, text]) => text !== null)));
  if (problem) throw problem;
  return card;
}

function numberProblem(digits: string): string | null {
  if (digits === '') return texts.pleaseEnterTheCardNumber;
  if (digits.length < 12) return texts.theCardNumberIsIncomplete;
  return hasCheckDigit(digits) ? null : texts.theCardNumberIsNotValid;
}

/** @param read null if it is not a complete date */
function expiryProblem(
  text: string,
  read: { exp_month: number; exp_year: number } | null,
  now: Date,
): string | null {
  if (text === '') return texts.pleaseEnterTheExpiryDate;
  if (read === null) return texts.theExpiryDateIsIncomplete;
  if (read.exp_month < 1 || read.exp_month > 12) return texts.theMonthMustBeFrom01To12;
  // A card is valid to the end of its month.
  const isOver = read.exp_year * 12 + read.exp_month < now.getFullYear() * 12 + now.getMonth() + 1;
  return isOver ? errorCatalogue.expired_card.message : null;
}

function cvcProblem(cvc: string): string | null {
  if (cvc === '') return texts.pleaseEnterTheCvc;
  return cvc.length < 3 ? texts.theCvcIsIncomplete : null;
}
