import { type CardErrorCode, paymentsUnavailable } from '#shared/billing/payment-errors.ts';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { ApiError } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/checkout.ts';
import { type CardPart, type CardProblems, cardParts } from '../card-fields/card-form.ts';

/** Why something was not bought, and where that is to be mended. */
export interface Problem {
  place: CardPart | 'promo' | 'payment';
  text: string;
}

const places: Record<CardErrorCode, Problem['place']> = {
  card_declined: 'number',
  insufficient_funds: 'number',
  expired_card: 'expiry',
  incorrect_cvc: 'cvc',
  // The card may be good: there is nothing to correct.
  processing_error: 'payment',
};

/** What a sentence is about, where it came without a code of its own. */
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

/** What is wrong with each part of the card; the first is where one goes on. */
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
