import { expect, test } from 'vitest';
import { canDelete, canEdit, canPlay, canSee, canUpdate } from './can.ts';

const people = {
  visitor: null,
  stranger: { id: 'bob', role: 'user' },
  owner: { id: 'ada', role: 'user' },
  admin: { id: 'eve', role: 'admin' },
} as const;

const open = { ownerId: 'ada', organizationId: null, isPublic: true, shareKey: 'key' };
const closed = { ...open, isPublic: false };
const switchedOff = { ...closed, shareKey: null };

test.each([
  ['visitor', open, undefined, true],
  ['stranger', open, undefined, true],
  ['visitor', open, 'wrong', true],
  ['visitor', closed, undefined, false],
  ['stranger', closed, undefined, false],
  ['owner', closed, undefined, true],
  ['admin', closed, undefined, true],
  ['owner', closed, 'wrong', true],
  ['visitor', closed, 'key', true],
  ['stranger', closed, 'key', true],
  ['visitor', closed, 'KEY', false],
  ['visitor', closed, 'key ', false],
  ['visitor', closed, '', false],
  ['visitor', switchedOff, undefined, false],
  ['visitor', switchedOff, '', false],
  ['visitor', switchedOff, 'key', false],
  ['owner', switchedOff, undefined, true],
] as const)('%s, app %j, key %j: may see and play it: %s', (who, app, shareKey, expected) => {
  expect(canSee(people[who], app, { shareKey })).toBe(expected);
  expect(canPlay(people[who], app, { shareKey })).toBe(expected);
});

test.each([
  ['visitor', false],
  ['stranger', false],
  ['owner', true],
  ['admin', true],
] as const)('%s may edit, update and delete, whether it is public or not: %s', (who, expected) => {
  for (const app of [open, closed])
    for (const may of [canEdit, canUpdate, canDelete]) expect(may(people[who], app)).toBe(expected);
});
