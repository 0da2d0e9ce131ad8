import { expect, test } from 'vitest';
import type { Version } from '#shared/versions/versions.ts';
import { canSwitchBack, withActive } from './set-active.ts';

const version = (id: string, isActive: boolean, mayChange = !isActive) =>
  ({
    id,
    isActive,
    heldBack: [] as string[],
    can: { activate: mayChange, delete: mayChange, approve: false },
  }) as Version;

test('the chosen version takes the place of the active one, which can then be chosen or deleted', () => {
  const untouched = version('c', false, false);
  const shown = withActive([version('a', true), version('b', false), untouched], 'b');
  expect(shown).toEqual([version('a', false), version('b', true), untouched]);
});

test('there and back is where one was', () => {
  const before = [version('a', true), version('b', false)];
  expect(withActive(withActive(before, 'b'), 'a')).toEqual(before);
});

test('no way back is offered that would approve what nobody had, nor after one that approved something', () => {
  const of = (approval: Version['approval']) => ({ ...version('a', false), approval });
  expect(canSwitchBack(of('approved'), of('approved'))).toBe(true);
  for (const unapproved of [of('pending'), of('sent-back')]) {
    expect(canSwitchBack(unapproved, of('approved'))).toBe(false);
    expect(canSwitchBack(of('approved'), unapproved)).toBe(false);
    expect(canSwitchBack(unapproved, unapproved)).toBe(false);
  }
  expect(canSwitchBack(undefined, of('approved'))).toBe(false);
  const held = { ...of('approved'), heldBack: ['missing_part'] };
  expect(canSwitchBack(held, of('approved'))).toBe(false);
  expect(canSwitchBack(of('approved'), held)).toBe(false);
  expect(withActive([held], held.id)).toMatchObject([{ isActive: true, heldBack: [] }]);
});
