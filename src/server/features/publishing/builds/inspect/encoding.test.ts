import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { storedEncodingOf } from './encoding.ts';
import { buildFoldersOf } from './unity/build-folders.ts';

const brotliMarked = Buffer.concat([
  Buffer.from([0x6b, 0x8d, 0]),
  Buffer.from('UnityWeb Compressed Content (brotli)'),
  Buffer.from([0xfc, 0xff]),
]);
const gzipMarked = Buffer.concat([
  Buffer.from([0x1f, 0x8b, 8, 0x18, 0, 0, 0, 0, 0, 3]),
  Buffer.from('game.data\0UnityWeb Compressed Content (gzip)\0'),
]);
const gzip = gzipSync('x'.repeat(100));
const brotli = brotliCompressSync(Buffer.from('function unityFramework() {}'.repeat(20)));
const wasm = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

describe('the stored encoding is recognised by bytes', () => {
  test.each([
    ['Build/N.data.unityweb', brotliMarked, 'br'],
    ['Build/N.wasm', brotliMarked, 'br'],
    ['StreamingAssets/level.bin', brotliMarked, 'br'],
    ['Build/N.data.unityweb', gzipMarked, 'gzip'],
    ['StreamingAssets/level.bin', gzipMarked, 'gzip'],
    ['Build/Test 4.data.unityweb', gzip, 'gzip'],
    ['Build/N.data.gz', gzip, 'gzip'],
    ['Build/N.data', gzip, 'gzip'],
    ['Build/N.wasm.code.wasm', gzip, 'gzip'],
    ['Build/N.wasm.code.unityweb', gzip, 'gzip'],
    ['Build/N.asm.memory.unityweb', gzip, 'gzip'],
    ['Build/N.symbols.json.gz', gzip, 'gzip'],
    ['Build/N.mem.gz', gzip, 'gzip'],
    ['Release/N.datagz', gzip, 'gzip'],
    ['Build/9b74c9897bac770ffc029102a200c5de.unityweb', gzip, 'gzip'],
    ['Build/N.framework.js.br', brotli, 'br'],
    ['Build/N.data.br', gzip, 'gzip'],
    ['Build/N.wasm.br', wasm, 'identity'],
    ['Build/N.framework.js.br', Buffer.from('var unityFramework = (() => { return 1 })()'), 'identity'],
    ['Build/N.data.unityweb', Buffer.from('UnityWebData1.0\0'), 'identity'],
    ['Build/N.wasm.br', Buffer.alloc(0), 'identity'],
    ['StreamingAssets/save.data.gz', gzip, 'identity'],
    ['levels/map.gz', gzip, 'identity'],
    ['levels/map.br', brotli, 'identity'],
    ['page.html.gz', gzip, 'identity'],
  ] as const)('%s is %#', (path, head, expected) => {
    expect(storedEncodingOf(path, head.subarray(0, 1024), buildFoldersOf([path]))).toBe(expected);
  });

  test.each([
    ['engine.wasm.gz', gzip, 'identity'],
    ['engine.wasm.br', brotli, 'identity'],
    ['build/scene.data.gz', gzip, 'identity'],
    ['assets/scene.data', gzip, 'identity'],
    ['assets/N.data.gz', gzipMarked, 'gzip'],
    ['assets/N.data.br', brotliMarked, 'br'],
  ] as const)('outside of a Unity build only Unity’s markers count: %s', (path, head, expected) => {
    const folders = buildFoldersOf([path, 'Build/N.loader.js', 'build/app.wasm']);
    expect([...folders]).toEqual(['Build/']);
    expect(storedEncodingOf(path, head.subarray(0, 1024), folders)).toBe(expected);
  });

  test.each([
    ['N.wasm.gz', 'N.loader.js'],
    ['game/N.data.gz', 'game/N.framework.js.unityweb'],
    ['build/N.data.gz', 'build/N.framework.js.gz'],
  ])('beside another part an unmarked one counts, whatever its folder’s name: %s', (path, neighbour) => {
    expect(storedEncodingOf(path, gzip, buildFoldersOf([path, neighbour]))).toBe('gzip');
  });
});
