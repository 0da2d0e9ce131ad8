import type { Ref } from 'react';
import type { PaymentSettings } from '#shared/billing/payments.ts';
import { ApiError } from '#web/api.ts';
import { texts } from '#web/i18n/en/billing/card-fields.ts';

/** In the order of the form. */
export const cardParts = ['number', 'expiry', 'cvc'] as const;
export type CardPart = (typeof cardParts)[number];
export const partLabels: Record<CardPart, string> = {
  number: texts.cardNumber,
  expiry: texts.expiry,
  cvc: 'CVC',
};

/**
 * Interface of the card fields of Stripe and of the sandbox. Both promises reject with an `ApiError`: a
 * decline with one of the card codes, missing or invalid parts with `invalid_input` and a message per
 * `CardPart` in `fields`.
 */
export interface CardForm {
  /** Creates a payment method from the typed card and returns its id. */
  createCard(postalCode: string): Promise<string>;
  /** Confirms a payment, or a card for later, by the client secret of either (`pi_…`, `seti_…`). */
  confirm(clientSecret: string, paymentMethodId: string): Promise<void>;
  focus(part: CardPart): void;
}

/** Messages by part. */
export type CardProblems = Partial<Record<CardPart, string>>;

/** Props of an implementation of the card fields: the sandbox's inputs, or Stripe's frames. */
export interface CardFaceProps {
  settings: PaymentSettings;
  ref: Ref<CardForm>;
  /** Each message is shown below its part. */
  problems: CardProblems;
  disabled: boolean;
  /** Input in this part: its message is obsolete. */
  onEdit: (...parts: CardPart[]) => void;
  /** The fields are loading, or have loaded. The function is stable. */
  onWaiting: (waiting: boolean) => void;
}

/** The fields never loaded, for example after a script error. */
export function noElements(): ApiError {
  return new ApiError('invalid_input', texts.cardElementsNotFound);
}

/** Messages for missing or invalid parts; null if there are none. */
export function invalidParts(fields: CardProblems): ApiError | null {
  const [first] = Object.values(fields);
  return first === undefined ? null : new ApiError('invalid_input', first, { fields });
}
