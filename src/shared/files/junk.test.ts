import { expect, test } from 'vitest';
import { findJunk, isCertificateProof, isJunkFolder, mayHoldSecrets } from './junk.ts';

const junkName = (path: string) => findJunk([path, 'index.html']).get(path) ?? null;

test.each([
  ['__MACOSX/._index.html', '__MACOSX'],
  ['game/__MACOSX/x', '__MACOSX'],
  ['._index.html', '._*'],
  ['.DS_Store', '.DS_Store'],
  ['Build/.DS_STORE', '.DS_Store'],
  ['Thumbs.db', 'Thumbs.db'],
  ['a/desktop.ini', 'desktop.ini'],
  ['.git/config', '.git'],
  ['sub/.git', '.git'],
  ['.gitignore', '.gitignore'],
  ['.svn/entries', '.svn'],
  ['.hg/store/a', '.hg'],
  ['.idea/a.xml', '.idea'],
  ['.vs/a', '.vs'],
  ['.vscode/settings.json', '.vscode'],
  ['.htaccess', '.htaccess'],
  ['a/.ssh/id_rsa', '.ssh'],
  ['Build/web.config', 'web.config'],
  ['.netrc', '.netrc'],
  ['a/_netrc', '_netrc'],
  ['.git-credentials', '.git-credentials'],
  ['.AWS/credentials', '.aws'],
  ['home/.docker/config.json', '.docker'],
  ['.kube/config', '.kube'],
  ['.pypirc', '.pypirc'],
  ['.npmrc', '.npmrc'],
  ['.yarnrc.yml', '.yarnrc.yml'],
  ['.pgpass', '.pgpass'],
  ['.envrc', '.envrc'],
  ['node_modules/three/index.js', 'node_modules'],
  ['.well-known/acme-challenge/x', '.well-known/acme-challenge'],
  ['Game/.Well-Known/ACME-Challenge/x', '.well-known/acme-challenge'],
  ['.well-known/pki-validation/x.txt', '.well-known/pki-validation'],
  [
    'My Game_BackUpThisFolder_ButDontShipItWithYourGame/il2cppOutput/a.cpp',
    '*_BackUpThisFolder_ButDontShipItWithYourGame',
  ],
  ['My Game_BurstDebugInformation_DoNotShip/x.txt', '*_BurstDebugInformation_DoNotShip'],
])('%s does not belong on a website, as %s', (path, name) => {
  expect(junkName(path)).toBe(name);
});

test.each([
  'Build/game.data.unityweb',
  'assets/dependencies.txt',
  'ProjectVersion.txt',
  'docs/a.b',
  'docs/a_BurstDebugInformation_DoNotShip',
  '__MACOSX2/a',
  'TemplateData/favicon.ico',
  '.env',
  'assets/.env.production',
  'assets/packages/a/.config.json',
  '.well-known/assetlinks.json',
  '.well-known/acme-challenges/x',
  '.nojekyll',
  '.github.io/a',
  'lib/node_modules/three/index.js',
  'node_modules.js',
])('%s may belong on one', (path) => {
  expect(junkName(path)).toBeNull();
});

test('packages are skipped at the top of a build, in any enclosing folders', () => {
  const paths = ['a/b/index.html', 'a/b/node_modules/x.js', 'a/b/lib/node_modules/y.js'];
  expect([...findJunk(paths).keys()]).toEqual(['a/b/node_modules/x.js']);
  // Junk beside it is not part of the build.
  expect(findJunk([...paths, '.DS_Store']).has('a/b/node_modules/x.js')).toBe(true);
  expect([...findJunk(['node_modules/x.js']).keys()]).toEqual(['node_modules/x.js']);
  expect(findJunk([])).toEqual(new Map());
});

test('a folder that contains only skipped files need not be read', () => {
  for (const path of ['.git', 'a/__MACOSX', 'Game_BurstDebugInformation_DoNotShip', '.aws'])
    expect(isJunkFolder(path), path).toBe(true);
  for (const path of ['Build', 'Levels_DoNotShip', 'MACOSX', 'my.git', '.well-known', 'node_modules'])
    expect(isJunkFolder(path), path).toBe(false);
});

test('domain validation files of certificate authorities are recognized in any case and at any depth', () => {
  for (const path of ['.well-known/acme-challenge/a', '.WELL-KNOWN/Pki-Validation/a'])
    expect(isCertificateProof(path), path).toBe(true);
  for (const path of ['.well-known/a', 'acme-challenge/a', 'x.well-known/acme-challenge/a'])
    expect(isCertificateProof(path), path).toBe(false);
});

test('files that may hold secrets are recognized by name', () => {
  for (const path of [
    '.env',
    'assets/.env.production',
    '.ENV.local',
    '.envs/live',
    'a/.secrets',
    '.credentials.json',
  ])
    expect(mayHoldSecrets(path), path).toBe(true);
  for (const path of [
    'env',
    'a.env',
    '.environment',
    '.nojekyll',
    '.well-known/a.json',
    'assets/.config.json',
  ])
    expect(mayHoldSecrets(path), path).toBe(false);
});
