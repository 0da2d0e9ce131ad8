import { expect, test } from 'vitest';
import { canApprove, canDelete, canEdit, canLookInside, canMove, canPlay, canSee, canUpdate } from './can.ts';

/** testing/journeys/rights.test.ts tests the roles; this file tests share keys and pending apps. */

const people = {
  visitor: null,
  stranger: { id: 'bob', role: 'user' },
  member: { id: 'cleo', role: 'user' },
  owner: { id: 'ada', role: 'user' },
  admin: { id: 'eve', role: 'admin' },
} as const;

const open = {
  ownerId: 'ada',
  organizationId: 'moon',
  isPublic: true,
  isApproved: true,
  isOffline: false,
  isTakenDown: false,
  shareKey: 'key',
};
const closed = { ...open, isPublic: false };
const switchedOff = { ...closed, shareKey: null };
const waiting = { ...closed, isApproved: false };
const offline = { ...switchedOff, isOffline: true };
const takenDown = { ...switchedOff, isTakenDown: true };

test.each([
  ['visitor', open, undefined, true],
  ['stranger', open, undefined, true],
  ['visitor', open, 'wrong', true],
  ['visitor', closed, undefined, false],
  ['stranger', closed, undefined, false],
  ['member', closed, undefined, true],
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
  ['visitor', waiting, 'key', false],
  ['stranger', waiting, 'key', false],
  ['member', waiting, 'key', false],
  ['owner', waiting, undefined, true],
  ['admin', waiting, undefined, true],
] as const)('%s, app %j, key %j: may see and play: %s', (who, facts, shareKey, expected) => {
  const app = { ...facts, organizationRole: who === 'member' ? ('member' as const) : null };
  expect(canSee(people[who], app, { shareKey })).toBe(expected);
  expect(canPlay(people[who], app, { shareKey })).toBe(expected);
});

const nothing = { see: false, play: false, lookInside: false, update: false, delete: false };
const everything = { see: true, play: true, lookInside: true, update: true, delete: true };

test.each([
  ['visitor', offline, nothing],
  ['stranger', offline, nothing],
  ['member', offline, nothing],
  ['owner', offline, { ...everything, play: false, update: false }],
  ['admin', offline, everything],
  ['visitor', takenDown, nothing],
  ['stranger', takenDown, nothing],
  ['member', takenDown, nothing],
  // A taken-down app stays editable for its owner.
  ['owner', takenDown, { ...everything, play: false }],
  ['owner', { ...takenDown, isOffline: true }, { ...everything, play: false, update: false }],
  ['admin', takenDown, everything],
] as const)('%s, an offline app, %j: %j', (who, facts, expected) => {
  for (const organizationRole of who === 'member'
    ? (['owner', 'admin', 'member', 'viewer'] as const)
    : [null]) {
    const app = { ...facts, organizationRole };
    expect({
      see: canSee(people[who], app, { shareKey: 'key' }),
      play: canPlay(people[who], app, { shareKey: 'key' }),
      lookInside: canLookInside(people[who], app),
      update: canUpdate(people[who], app),
      delete: canDelete(people[who], app),
    }).toEqual(expected);
    expect(canEdit(people[who], app)).toBe(expected.update);
    expect(canMove(people[who], app)).toBe(expected.update);
    expect(canApprove(people[who], app)).toBe(who === 'admin');
  }
});
