import { hasCheckDigit } from '#shared/billing/test-payments.ts';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { texts } from '#web/i18n/en/billing/card-fields.ts';
import { invalidParts } from './card-form.ts';

/** What one types into the fields of a card, in the groups that stand on it. */

const maxDigits = 19;

/** Fours; 4-6-5 for American Express, whose cards are printed so. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text).slice(0, maxDigits);
  const groups = /^3[47]/.test(digits) ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?(\d*)$/ : null;
  const parts = groups ? (groups.exec(digits)?.slice(1) ?? []) : (digits.match(/\d{1,4}/g) ?? []);
  return parts.filter(Boolean).join(' ');
}

/** 'MM / YY', also of what a browser fills in or somebody pastes: '4/30', '04/2030', '2030-04'. */
export function formatExpiry(text: string): string {
  const yearFirst = /^\s*20(\d\d)\s*[-/.]\s*(\d\d?)\s*$/.exec(text);
  const source = yearFirst ? `${yearFirst[2]}/${yearFirst[1]}` : text;
  // A month of one digit is over where no other can follow, or something else does.
  const padded = source.replace(/^\s*([2-9]|\d(?=\s*[^\d\s]))/, '0$1');
  const digits = digitsOf(padded);
  const year = digits.slice(2, 6);
  const short = year.length === 4 && year.startsWith('20') ? year.slice(2) : year.slice(0, 2);
  return short === '' ? digits.slice(0, 2) : `${digits.slice(0, 2)} / ${short}`;
}

export function formatCvc(text: string): string {
  return digitsOf(text).slice(0, 4);
}

/** Where the caret belongs after formatting: behind as many digits as it was before. */
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

/** @throws ApiError with every part that is missing or cannot be right */
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

/** @param read null where it is no whole date */
function expiryProblem(
  text: string,
  read: { exp_month: number; exp_year: number } | null,
  now: Date,
): string | null {
  if (text === '') return texts.pleaseEnterTheExpiryDate;
  if (read === null) return texts.theExpiryDateIsIncomplete;
  if (read.exp_month < 1 || read.exp_month > 12) return texts.theMonthMustBeFrom01To12;
  // A card holds to the end of its month.
  const isOver = read.exp_year * 12 + read.exp_month < now.getFullYear() * 12 + now.getMonth() + 1;
  return isOver ? errorCatalogue.expired_card.message : null;
}

function cvcProblem(cvc: string): string | null {
  if (cvc === '') return texts.pleaseEnterTheCvc;
  return cvc.length < 3 ? texts.theCvcIsIncomplete : null;
}
