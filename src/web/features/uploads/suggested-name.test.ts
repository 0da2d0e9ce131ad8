import { expect, test } from 'vitest';
import { suggestedName } from './suggested-name.ts';

test.each([
  ['Moon Racer.zip', 'Moon Racer'],
  ['my_moon-racer.zip', 'my moon racer'],
  ['--game__v1.2--.html', 'game v1.2'],
  ['Space.Game.unityweb', 'Space.Game'],
  ['игра.zip', 'игра'],
  ['.zip', ''],
  ['___.zip', ''],
  [`${'long '.repeat(40)}.zip`, ''],
])('a file %j suggests %j', (fileName, name) => {
  expect(suggestedName(fileName)).toBe(name);
});
