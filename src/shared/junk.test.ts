import { expect, test } from 'vitest';
import { isJunkFolder, isJunkName } from './junk.ts';

test('what systems leave behind and what Unity says not to ship has no place, and nothing that is only called alike', () => {
  for (const name of ['.git', '.htaccess', '.DS_Store', '__MACOSX', 'Thumbs.db', 'web.config']) {
    expect(isJunkName(name), name).toBe(true);
    expect(isJunkFolder(name), name).toBe(true);
  }
  for (const name of [
    'Game_BackUpThisFolder_ButDontShipItWithYourGame',
    'Game_BurstDebugInformation_DoNotShip',
  ]) {
    expect(isJunkFolder(name), name).toBe(true);
    expect(isJunkName(name), name).toBe(false);
  }
  for (const name of ['Build', 'Levels_DoNotShip', 'index.html', 'MACOSX', 'my.git'])
    expect(isJunkFolder(name), name).toBe(false);
});
