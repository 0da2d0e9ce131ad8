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

test('the chosen version becomes active, and the previous one can be chosen or deleted', () => {
  const untouched = version('c', false, false);
  const shown = withActive([version('a', true), version('b', false), untouched], 'b');
  expect(shown).toEqual([version('a', false), version('b', true), untouched]);
});

test('activating and Undo restore the original state', () => {
  const before = [version('a', true), version('b', false)];
  expect(withActive(withActive(before, 'b'), 'a')).toEqual(before);
});

test('Undo is not offered if it would approve a version, nor after an activation that approved one', () => {
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
