import { expect, test } from 'vitest';
import { isJunk } from './junk.ts';

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
  'ProjectVersion.txt',
  'MyGame/GUID.txt',
  'dependencies.txt',
])('%s is left out', (path) => {
  expect(isJunk(path)).toBe(true);
});

test.each([
  'index.html',
  'Build/game.data.unityweb',
  'StreamingAssets/dependencies.txt',
  'docs/a.b',
  '__MACOSX2/a',
  'TemplateData/favicon.ico',
])('%s is kept', (path) => {
  expect(isJunk(path)).toBe(false);
});
