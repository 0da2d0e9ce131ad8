import { expect, test } from 'vitest';
import { canCreateApp, canCreateRevision, planLimits, plans, type Tier, tierLimits } from './plans.ts';

test.each([
  ['indie', 'Indie', 0, 1, 3],
  ['pro', 'Pro', 1999, 3, 3],
  ['pro-plus', 'Pro+', 9999, 12, 3],
  ['enterprise', 'Enterprise', null, -1, -1],
  ['elevated', 'Elevated', null, -1, -1],
  ['unknown', 'Unknown', null, 0, 0],
] as const)('%s is %s at %s cents with %i apps and %i revisions', (tier, name, cents, apps, revisions) => {
  expect(plans[tier].name).toBe(name);
  expect(plans[tier].centsPerMonth).toBe(cents);
  expect(tierLimits(tier)).toEqual({ tier, maxApps: apps, maxRevisions: revisions });
  expect(planLimits(tier)).toEqual({ maxApplications: apps, maxRevisionsPerApp: revisions, planName: name });
});

test('Discord is part of the plans that are paid monthly', () => {
  const withDiscord = (Object.keys(plans) as Tier[]).filter((tier) => plans[tier].discord);
  expect(withDiscord).toEqual(['pro', 'pro-plus']);
});

test.each([
  [-1, true],
  [0, false],
  [1, true],
  [12, true],
  [-2, false],
])('a limit of %i allows something: %s', (limit, allowed) => {
  expect(canCreateApp({ tier: 'pro', maxApps: limit, maxRevisions: 0 })).toBe(allowed);
  expect(canCreateRevision({ tier: 'pro', maxApps: 0, maxRevisions: limit })).toBe(allowed);
});
