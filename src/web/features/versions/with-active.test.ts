import { expect, test } from 'vitest';
import type { Version } from '#shared/versions.ts';
import { withActive } from './with-active.ts';

const version = (id: string, isActive: boolean, mayChange = !isActive) =>
  ({ id, isActive, can: { activate: mayChange, delete: mayChange, approve: false } }) as Version;

test('the chosen version takes the place of the active one, which can then be chosen or deleted', () => {
  const untouched = version('c', false, false);
  const shown = withActive([version('a', true), version('b', false), untouched], 'b');
  expect(shown).toEqual([version('a', false), version('b', true), untouched]);
});

test('there and back is where one was', () => {
  const before = [version('a', true), version('b', false)];
  expect(withActive(withActive(before, 'b'), 'a')).toEqual(before);
});
