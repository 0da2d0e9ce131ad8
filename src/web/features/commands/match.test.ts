import { expect, it } from 'vitest';
import { filterCommands, scoreOf } from './match.ts';

const command = (label: string, words = '') => ({ id: label, label, words, icon: null, action: '/' });

it('finds by the beginnings of words, in any order, without regard to case and accents', () => {
  expect(scoreOf(command('My Applications'), 'app')).toBeGreaterThan(0);
  expect(scoreOf(command('My Applications'), 'APPL my')).toBeGreaterThan(0);
  expect(scoreOf(command('Café Racer'), 'cafe')).toBeGreaterThan(0);
  expect(scoreOf(command('My Applications'), 'my profile')).toBe(0);
});

it('ranks names before synonyms, and those before matches inside of words', () => {
  const groups = [
    { title: 'Go to', commands: [command('Rethemed'), command('Switch to light', 'theme colours')] },
    { title: 'Actions', commands: [command('Theme')] },
  ];
  const [first, second] = filterCommands(groups, 'theme');
  expect(first?.title).toBe('Actions');
  expect(second?.commands.map(({ label }) => label)).toEqual(['Switch to light', 'Rethemed']);
});

it('shows every non-empty group without a search term', () => {
  const groups = [
    { title: 'On this page', commands: [] },
    { title: 'Go to', commands: [command('Home')] },
  ];
  expect(filterCommands(groups, ' ').map(({ title }) => title)).toEqual(['Go to']);
});
