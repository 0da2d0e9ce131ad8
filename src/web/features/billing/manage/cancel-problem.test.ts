import { expect, test } from 'vitest';
import { ApiError } from '#web/api.ts';
import { cancelProblem, cancelRefusal } from './cancel-problem.ts';

test.each([
  ['No active subscription found', 'No active subscription found'],
  ['Failed to cancel subscription', 'Failed to cancel subscription'],
  ['The bank is closed.', 'Failed to cancel subscription: The bank is closed.'],
])('a refusal with “%s” says “%s”', (answer, shown) => {
  expect(cancelProblem(cancelRefusal(answer))).toBe(shown);
});

test('a call that failed says that it did, and why', () => {
  const unreachable = new ApiError('network', 'Flux could not be reached.');
  expect(cancelProblem(unreachable)).toBe('Error cancelling subscription: Flux could not be reached.');
  expect(cancelProblem(new Error('a secret'))).toBe(
    'Error cancelling subscription: Something went wrong on our side. Please try again.',
  );
});
