import { expect, test } from 'vitest';
import { changeTitle, fitText, isUpgrade } from './change-direction.ts';

test('a more expensive plan is an upgrade; a negotiated plan has none', () => {
  expect(isUpgrade('pro', 'pro-plus')).toBe(true);
  expect(isUpgrade('pro-plus', 'pro')).toBe(false);
  expect(isUpgrade('enterprise', 'pro-plus')).toBe(false);
  expect([changeTitle('pro', 'pro-plus'), changeTitle('pro-plus', 'pro')]).toEqual([
    'Upgrade to Pro+',
    'Downgrade to Pro',
  ]);
});

test.each([
  [0, 'Nothing is deleted. You have 0 applications and Pro allows 3.'],
  [2, 'Nothing is deleted. You have 2 applications and Pro allows 3.'],
  [
    3,
    'Nothing is deleted. You have 3 applications and Pro allows 3. All 3 stay playable, and you can add one again when you have fewer than 3.',
  ],
  [
    7,
    'Nothing is deleted. You have 7 applications and Pro allows 3. All 7 stay playable. You cannot add applications or revisions until you have 3 or fewer.',
  ],
])('with %i applications: %s', (used, text) => {
  expect(fitText(used, 3, 'Pro')).toBe(text);
});
