import { expect, test } from 'vitest';
import { type ErrorCode, errorCatalogue } from '#shared/contract/errors.ts';
import { ApiError } from '#web/api.ts';
import { upgradeProblem } from './upgrade-problem.ts';

const failed = (code: ErrorCode, message: string = errorCatalogue[code].message) =>
  upgradeProblem(new ApiError(code, message), 'Upgrade failed');

test.each<[ErrorCode, string]>([
  [
    'CARD_DECLINED',
    'Your payment method was declined. Please update your payment method in your account settings and try again.',
  ],
  [
    'NO_PAYMENT_METHOD',
    'No payment method found. Please add a payment method in your account settings first.',
  ],
  ['insufficient_funds', 'Insufficient funds. Please try a different payment method.'],
  ['payment_open', 'A payment for your plan is open. Pay it in the billing portal first.'],
])('%s has its own message, and the billing portal solves it', (code, text) => {
  expect(failed(code)).toEqual({ text, isOfCard: true });
});

test('any other error is reported as a failure', () => {
  expect(failed('conflict', 'No active subscription found')).toEqual({
    text: 'Upgrade failed: No active subscription found',
    isOfCard: false,
  });
  expect(upgradeProblem(new ApiError('network', 'No connection.'), 'Downgrade failed')).toEqual({
    text: 'Downgrade failed: No connection.',
    isOfCard: false,
  });
  // A newer server may have unknown codes.
  expect(upgradeProblem(new ApiError('plan_frozen' as ErrorCode, 'It is frozen.'), 'Upgrade failed')).toEqual(
    {
      text: 'Upgrade failed: It is frozen.',
      isOfCard: false,
    },
  );
});
