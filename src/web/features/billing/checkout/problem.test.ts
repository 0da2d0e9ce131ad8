import { expect, test } from 'vitest';
import { ApiError } from '#web/api.ts';
import { noElements } from '../card-fields/card-form.ts';
import { cardProblemsOf, type Problem, problemOf } from './problem.ts';

const declined = 'Your card was declined. Please try a different payment method or contact your bank.';
const funds = 'Insufficient funds. Please try a different payment method.';
const expired = 'Your card has expired. Please use a different card.';
const processing = 'An error occurred while processing your card. Please try again.';
const unavailable = 'Subscription service is temporarily unavailable. Please try again later.';

test.each<[string, unknown, Problem]>([
  ['a refusal', new ApiError('card_declined', 'No.'), { place: 'number', text: declined }],
  ['no funds', new ApiError('insufficient_funds', 'No.'), { place: 'number', text: funds }],
  ['an old card', new ApiError('expired_card', 'No.'), { place: 'expiry', text: expired }],
  [
    'a wrong CVC',
    new ApiError('incorrect_cvc', 'No.'),
    { place: 'cvc', text: "Your card's security code is incorrect. Please check and try again." },
  ],
  ['the bank’s trouble', new ApiError('processing_error', 'No.'), { place: 'payment', text: processing }],
  [
    'words of a refusal',
    new ApiError('conflict', 'Your bank Declined it.'),
    { place: 'number', text: declined },
  ],
  ['words of funds', new ApiError('conflict', 'Not enough funds.'), { place: 'number', text: funds }],
  ['words of an expiry', new ApiError('conflict', 'That card expired.'), { place: 'expiry', text: expired }],
  [
    'words of processing',
    new ApiError('internal', 'Processing failed.'),
    { place: 'payment', text: processing },
  ],
  [
    'a part that is missing',
    new ApiError('invalid_input', 'x', { fields: { expiry: 'Please enter the expiry date.' } }),
    { place: 'expiry', text: 'Please enter the expiry date.' },
  ],
  [
    'a promo code that has expired is no card that has',
    new ApiError('invalid_input', 'This promo code has expired.', {
      fields: { promoCode: 'This promo code has expired.' },
    }),
    { place: 'promo', text: 'This promo code has expired.' },
  ],
  [
    'nobody',
    new ApiError('unauthenticated', 'User not authenticated'),
    { place: 'payment', text: 'User not authenticated' },
  ],
  ['no network', new ApiError('network', 'x'), { place: 'payment', text: unavailable }],
  ['no service', new ApiError('unavailable', 'x'), { place: 'payment', text: unavailable }],
  ['no payments', new ApiError('not_implemented', 'x'), { place: 'payment', text: unavailable }],
  [
    'another plan',
    new ApiError('conflict', 'You already have the Pro plan.'),
    { place: 'payment', text: 'You already have the Pro plan.' },
  ],
  [
    'a mistake of Flux',
    new ApiError('internal', 'x'),
    { place: 'payment', text: 'Payment failed. Please try again.' },
  ],
  ['anything else', new Error('x'), { place: 'payment', text: 'Payment failed. Please try again.' }],
  ['fields that are not there', noElements(), { place: 'payment', text: 'Card elements not found' }],
])('%s', (_name, error, problem) => {
  expect(problemOf(error)).toEqual(problem);
});

test('every wrong part of a card is marked, and a decline marks its part', () => {
  const fields = { number: 'Which?', cvc: 'What?' };
  expect(cardProblemsOf(new ApiError('invalid_input', 'Which?', { fields }))).toEqual(fields);
  expect(cardProblemsOf(new ApiError('expired_card', 'No.'))).toEqual({ expiry: expired });
});

test('problems that are not about the card mark no part', () => {
  const fields = { promoCode: 'This promo code has expired.' };
  for (const error of [
    new ApiError('invalid_input', 'x', { fields }),
    new ApiError('network', 'x'),
    noElements(),
  ])
    expect(cardProblemsOf(error)).toEqual({});
});
