import { expect, it } from 'vitest';
import { createSequence } from './sequence.ts';

const known = ['t', 'h', 'g h', 'g o'];

it('does what one key means at once, and what two mean after the second', () => {
  const press = createSequence();
  expect(press('t', 0, known)).toBe('t');
  expect(press('g', 10, known)).toBeNull();
  expect(press('o', 300, known)).toBe('g o');
});

it('forgets a beginning that was followed by nothing for a while, or by something else', () => {
  const press = createSequence();
  expect(press('g', 0, known)).toBeNull();
  expect(press('h', 5_000, known)).toBe('h');
  expect(press('g', 6_000, known)).toBeNull();
  expect(press('x', 6_100, known)).toBeNull();
  expect(press('o', 6_200, known)).toBeNull();
});

it('takes the second of a sequence for a beginning of its own where it completes nothing', () => {
  const press = createSequence();
  press('g', 0, known);
  press('g', 100, known);
  expect(press('o', 200, known)).toBe('g o');
});
