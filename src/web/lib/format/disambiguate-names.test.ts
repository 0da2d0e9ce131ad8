import { expect, test } from 'vitest';
import { disambiguateNames } from './disambiguate-names.ts';

const shown = (choices: Parameters<typeof disambiguateNames>[0]) =>
  disambiguateNames(choices).map(({ name }) => name.replaceAll(/[\u2066-\u2069]/g, ''));
const owner = (displayName: string) => ({ displayName });

test('equal names get owner and id, whatever their case and form; others stay', () => {
  const choices = [
    { id: 'a', name: 'Moon', owner: owner('Ada') },
    { id: 'b', name: 'moon', owner: owner('Bob') },
    { id: 'c', name: 'Mars', owner: owner('Ada') },
  ];
  expect(shown(choices)).toEqual(['Moon (Ada, a)', 'moon (Bob, b)', 'Mars']);
  expect(
    shown([
      { id: 'a', name: 'Caf\u00e9' },
      { id: 'b', name: 'Cafe\u0301 ' },
    ]),
  ).toEqual(['Caf\u00e9 (a)', 'Cafe\u0301  (b)']);
});

test('a choice with an unknown owner gets only its id', () => {
  expect(
    shown([
      { id: 'a', name: 'Moon' },
      { id: 'b', name: 'Moon', owner: owner('Bob') },
    ]),
  ).toEqual(['Moon (a)', 'Moon (Bob, b)']);
});
