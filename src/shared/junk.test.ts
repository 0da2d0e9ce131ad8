import { expect, test } from 'vitest';
import { isJunk, isJunkFolder } from './junk.ts';

test.each([
  '__MACOSX/._index.html',
  'game/__MACOSX/x',
  '._index.html',
  '.DS_Store',
  'Build/.DS_Store',
  'Thumbs.db',
  'a/desktop.ini',
  '.git/config',
  '.htaccess',
  '.well-known/acme-challenge/x',
  'Build/web.config',
  'My Game_BackUpThisFolder_ButDontShipItWithYourGame/il2cppOutput/a.cpp',
  'My Game_BurstDebugInformation_DoNotShip/x.txt',
])('%s has no place on a website', (path) => {
  expect(isJunk(path)).toBe(true);
});

test.each([
  'index.html',
  'Build/game.data.unityweb',
  'assets/dependencies.txt',
  'ProjectVersion.txt',
  'docs/a.b',
  'docs/a_BurstDebugInformation_DoNotShip',
  '__MACOSX2/a',
  'TemplateData/favicon.ico',
])('%s may have one', (path) => {
  expect(isJunk(path)).toBe(false);
});

test('a folder is told by its name alone', () => {
  for (const name of ['.git', '__MACOSX', 'Game_BurstDebugInformation_DoNotShip'])
    expect(isJunkFolder(name), name).toBe(true);
  for (const name of ['Build', 'Levels_DoNotShip', 'MACOSX', 'my.git'])
    expect(isJunkFolder(name), name).toBe(false);
});
