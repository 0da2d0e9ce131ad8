import { expect, test } from 'vitest';
import { appLimitProblem, overLimitProblem, remainingCount, revisionLimitProblem } from './limits.ts';
import { planLimits, type Tier } from './plans.ts';

const held = (tier: Tier) => ({ planLimits: planLimits(tier) });

test('uploads are possible up to the limit of the plan', () => {
  expect(appLimitProblem(held('pro'), 2)).toBe(null);
  expect(appLimitProblem(held('pro'), 3)).toEqual({
    kind: 'reached',
    message:
      'You have reached your application limit! You can upload up to 3 applications with your Pro plan. You currently have 3 applications.',
    ways: ['plan', 'delete'],
  });
  expect(revisionLimitProblem(held('indie'), 2)).toBe(null);
  expect(revisionLimitProblem(held('indie'), 3)).toEqual({
    kind: 'reached',
    message:
      'You have reached your revision limit! You can upload up to 3 revisions per application with your Indie plan. You currently have 3 revisions.',
    ways: ['delete'],
  });
});

test('no plan or an unknown plan allows no upload, an unlimited plan allows all', () => {
  expect(appLimitProblem(null, 0)).toEqual({
    kind: 'no-plan',
    message: 'You need an active subscription to upload applications. Please choose a plan first.',
    ways: ['plan'],
  });
  expect(revisionLimitProblem(null, 0)).toEqual({
    kind: 'no-plan',
    message: 'You need an active subscription to upload revisions. Please choose a plan first.',
    ways: ['plan'],
  });
  expect(appLimitProblem(held('elevated'), 1_000_000)).toBe(null);
  expect(revisionLimitProblem(held('enterprise'), 1_000_000)).toBe(null);
  expect(appLimitProblem(held('unknown'), 0)?.kind).toBe('reached');
  expect(revisionLimitProblem(held('unknown'), 0)?.kind).toBe('reached');
});

test('another plan is suggested only if one allows more, and deleting only if it frees a place', () => {
  for (const tier of ['indie', 'pro', 'pro-plus'] as const) {
    expect(appLimitProblem(held(tier), 12)?.ways).toEqual(['plan', 'delete']);
    expect(revisionLimitProblem(held(tier), 3)?.ways).toEqual(['delete']);
  }
  expect(appLimitProblem(held('unknown'), 0)?.ways).toEqual(['plan']);
  expect(revisionLimitProblem(held('unknown'), 1)?.ways).toEqual(['plan']);
});

test('over the limit nothing can be added until the applications fit', () => {
  expect(overLimitProblem(held('pro'), 5)).toEqual({
    kind: 'over',
    message:
      'You have 5 applications and your Pro plan allows 3. Nothing can be added until you delete 2 applications or choose a larger plan.',
    ways: ['plan', 'delete'],
  });
  expect(overLimitProblem(held('indie'), 2)?.message).toContain('until you delete 1 application or');
  expect(overLimitProblem(held('pro'), 3)).toBe(null);
  expect(overLimitProblem(held('enterprise'), 1_000_000)).toBe(null);
  for (const plan of [null, held('unknown')]) expect(overLimitProblem(plan, 5)).toBe(null);
});

test('after a downgrade the remaining count is zero, not negative', () => {
  expect(remainingCount(1, 3)).toBe(0);
  expect(remainingCount(3, 1)).toBe(2);
  expect(remainingCount(-1, 9)).toBe(Number.POSITIVE_INFINITY);
});
