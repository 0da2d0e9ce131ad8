import type { Ref } from 'react';
import type { PaymentSettings } from '#shared/billing/payments.ts';
import { ApiError } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/card-fields.ts';

/** In the order in which they are filled in. */
export const cardParts = ['number', 'expiry', 'cvc'] as const;
export type CardPart = (typeof cardParts)[number];
export const partLabels: Record<CardPart, string> = {
  number: texts.cardNumber,
  expiry: texts.expiry,
  cvc: 'CVC',
};

/**
 * What a card can be asked for, whoever draws its fields. Both promises are rejected with an `ApiError`: what the bank
 * says as one of the codes of cards, what is missing or cannot be right as `invalid_input`, with a sentence for each
 * `CardPart` in `fields`.
 */
export interface CardForm {
  /** Makes a card of what was typed and answers its id at the payment service. */
  createCard(postalCode: string): Promise<string>;
  /** Confirms a payment, or a card for later, by the client secret of either (`pi_…`, `seti_…`). */
  confirm(clientSecret: string, paymentMethodId: string): Promise<void>;
  focus(part: CardPart): void;
}

/** What is wrong with each part that something is wrong with. */
export type CardProblems = Partial<Record<CardPart, string>>;

/** What a face of the card's fields is given: the sandbox's inputs, or Stripe's own frames. */
export interface CardFaceProps {
  settings: PaymentSettings;
  ref: Ref<CardForm>;
  /** Each said below the part that it is about. */
  problems: CardProblems;
  disabled: boolean;
  /** Something was typed there: what was wrong with it is being mended. */
  onEdit: (...parts: CardPart[]) => void;
  /** The fields are on their way, or no longer. It stays the same function. */
  onWaiting: (waiting: boolean) => void;
}

/** The fields of a card were never there, as where a script did not come. */
export function noElements(): ApiError {
  return new ApiError('invalid_input', texts.cardElementsNotFound);
}

/** What was left out, or cannot be right, of each part that it is so with; null where that is none. */
export function invalidParts(fields: CardProblems): ApiError | null {
  const [first] = Object.values(fields);
  return first === undefined ? null : new ApiError('invalid_input', first, { fields });
}
