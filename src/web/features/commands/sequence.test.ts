import { expect, it } from 'vitest';
import { createSequence } from './sequence.ts';

const known = ['t', 'h', 'g h', 'g o'];

it('runs single keys at once, and sequences after the second key', () => {
  const press = createSequence();
  expect(press('t', 0, known)).toBe('t');
  expect(press('g', 10, known)).toBeNull();
  expect(press('o', 300, known)).toBe('g o');
});

it('resets a sequence after a pause or another key', () => {
  const press = createSequence();
  expect(press('g', 0, known)).toBeNull();
  expect(press('h', 5_000, known)).toBe('h');
  expect(press('g', 6_000, known)).toBeNull();
  expect(press('x', 6_100, known)).toBeNull();
  expect(press('o', 6_200, known)).toBeNull();
});

it('the second key of an incomplete sequence can start its own', () => {
  const press = createSequence();
  press('g', 0, known);
  press('g', 100, known);
  expect(press('o', 200, known)).toBe('g o');
});
