import { expect, test } from 'vitest';
import { ApiError } from '#web/api.ts';
import { cancelProblem, cancelRefusal } from './cancel-problem.ts';

test.each([
  ['No active subscription found', 'No active subscription found'],
  ['Failed to cancel subscription', 'Failed to cancel subscription'],
  ['The bank is closed.', 'Failed to cancel subscription: The bank is closed.'],
])('a refusal with “%s” shows “%s”', (answer, shown) => {
  expect(cancelProblem(cancelRefusal(answer))).toBe(shown);
});

test('a failed call shows that and the reason', () => {
  const unreachable = new ApiError('network', 'Flux could not be reached.');
  expect(cancelProblem(unreachable)).toBe('Error cancelling subscription: Flux could not be reached.');
  expect(cancelProblem(new Error('a secret'))).toBe(
    'Error cancelling subscription: Something went wrong on our side. Please try again.',
  );
});
