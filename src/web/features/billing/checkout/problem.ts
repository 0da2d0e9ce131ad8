import { type CardErrorCode, paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { ApiError } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/checkout.ts';
import { type CardPart, type CardProblems, cardParts } from '../card-fields/card-form.ts';

/** Why a purchase failed, and how to solve it. */
export interface Problem {
  place: CardPart | 'promo' | 'payment';
  text: string;
}

const places: Record<CardErrorCode, Problem['place']> = {
  card_declined: 'number',
  insufficient_funds: 'number',
  expired_card: 'expiry',
  incorrect_cvc: 'cvc',
  // The card may be valid: there is nothing to correct.
  processing_error: 'payment',
};

/** The cause of an error without its own code. */
const hints: [RegExp, CardErrorCode][] = [
  [/funds/i, 'insufficient_funds'],
  [/expired/i, 'expired_card'],
  [/declined/i, 'card_declined'],
  [/processing/i, 'processing_error'],
];

const otherwise = texts.paymentFailedPleaseTryAgain;

export function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return atPayment(otherwise);
  const { code, fields, message } = error;
  if (isCardCode(code)) return ofCard(code);
  for (const part of cardParts) if (fields[part]) return { place: part, text: fields[part] };
  if (fields.promoCode) return { place: 'promo', text: fields.promoCode };
  const hint = hints.find(([pattern]) => pattern.test(message));
  if (hint) return ofCard(hint[1]);
  if (code === 'network' || code === 'foreign' || code === 'unavailable' || code === 'not_implemented')
    return atPayment(paymentsUnavailable);
  return atPayment(code === 'internal' ? otherwise : message);
}

/** Problems by part of the card; the first gets the focus. */
export function cardProblemsOf(error: unknown): CardProblems {
  const { place, text } = problemOf(error);
  if (place === 'promo' || place === 'payment') return {};
  const fields: Record<string, string> = error instanceof ApiError ? error.fields : {};
  const told = cardParts.filter((part) => fields[part]);
  return told.length === 0 ? { [place]: text } : Object.fromEntries(told.map((part) => [part, fields[part]]));
}

function isCardCode(code: string): code is CardErrorCode {
  return code in places;
}

function ofCard(code: CardErrorCode): Problem {
  return { place: places[code], text: errorCatalogue[code].message };
}

function atPayment(text: string): Problem {
  return { place: 'payment', text };
}
