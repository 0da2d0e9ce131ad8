import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { otherWebApp } from '#fixtures/archives.ts';
import { makeZip, type ZipEntryOptions } from '#fixtures/zip.ts';
import { readBuffer, refusalOf } from './testing.ts';

const page: ZipEntryOptions = { name: 'index.html', data: '<!doctype html>' };
const text = 'compressible '.repeat(1000);

describe('accepted zips', () => {
  test.each<[string, ZipEntryOptions]>([
    ['deflated', { name: 'a', data: text }],
    ['stored', { name: 'a', data: text, method: 'store' }],
    ['with a data descriptor', { name: 'a', data: text, dataDescriptor: true }],
    ['with a data descriptor without signature', { name: 'a', data: text, dataDescriptor: 'bare' }],
    ['in zip64', { name: 'a', data: text, zip64: true }],
    ['an ordinary file of Unix', { name: 'a', data: text, unixMode: 0o100644 }],
    ['empty', { name: 'a', data: '' }],
    ['empty and stored', { name: 'a', data: '', method: 'store' }],
  ])('a file %s', async (_, entry) => {
    const { contents } = await readBuffer(makeZip([page, entry]));
    expect(contents).toEqual(
      new Map([
        ['index.html', page.data],
        ['a', entry.data],
      ]),
    );
  });

  test('a zip64 archive', async () => {
    const zip = makeZip([{ ...page, zip64: true }], { zip64: true });
    expect((await readBuffer(zip)).contents.get('index.html')).toBe(page.data);
  });

  test('folders are ignored, junk is dropped and counted', async () => {
    const { tree } = await readBuffer(
      makeZip([
        { name: './', data: '', unixMode: 0o040755 },
        { name: 'Build\\', data: '', method: 'store' },
        { name: '__MACOSX/._index.html', data: 'x' },
        { name: '.DS_Store', data: 'x' },
        page,
      ]),
    );
    expect(tree.files.map((file) => file.path)).toEqual(['index.html']);
    expect(tree.dropped).toEqual([
      { name: '.DS_Store', count: 1 },
      { name: '__MACOSX', count: 1 },
    ]);
  });

  describe('node_modules at the top', () => {
    const three: ZipEntryOptions = { name: 'Game/node_modules/three/three.js', data: 'export {}' };
    const load = '<script type="module" src="./node_modules/three/three.js"></script>';
    const loading: ZipEntryOptions = { name: 'Game/index.html', data: load };
    const idle: ZipEntryOptions = { name: 'Game/index.html', data: '<!doctype html>' };

    test('is kept if a page loads from it', async () => {
      const { tree, contents } = await readBuffer(
        makeZip([three, loading, { name: '.DS_Store', data: 'x' }]),
      );
      expect([...contents.keys()].sort()).toEqual([loading.name, three.name]);
      expect(tree.dropped).toEqual([{ name: '.DS_Store', count: 1 }]);
      expect(tree.packedFiles).toHaveLength(2);
    });

    test('is kept if a script loads from it, also one later in the zip', async () => {
      const script = { name: 'Game/js/main.js', data: "import '../node_modules/three/three.js';" };
      const { contents } = await readBuffer(makeZip([three, idle, script]));
      expect([...contents.keys()]).toContain(three.name);
    });

    test('is dropped and named if nothing loads from it', async () => {
      const inside = { name: 'Game/node_modules/three/index.html', data: load };
      const { tree } = await readBuffer(makeZip([three, inside, idle]));
      expect(tree.files.map((file) => file.path)).toEqual([idle.name]);
      expect(tree.dropped).toEqual([{ name: 'node_modules', count: 2 }]);
    });

    test('has the same limits and checks if it is kept', async () => {
      const limits = { maxTotalBytes: 500 };
      const large = { ...three, data: 'x'.repeat(600) };
      expect(await refusalOf(makeZip([large, loading]), { limits })).toContain('this build is larger than');
      expect(await readBuffer(makeZip([large, idle]), { limits })).toBeDefined();
      expect(await refusalOf(makeZip([three, three, loading]))).toContain('contains a file twice');
    });
  });

  test('backslashes separate folders', async () => {
    const { tree } = await readBuffer(makeZip([{ name: 'Game\\Build\\a.data', data: 'x' }]));
    expect(tree.files.map((file) => file.path)).toEqual(['Game/Build/a.data']);
  });

  test('names that are not UTF-8 are guessed, with one warning', async () => {
    const { tree } = await readBuffer(
      makeZip([page, { name: Buffer.from('Gr\x94\xe1e', 'latin1'), data: 'x' }]),
    );
    expect(tree.files.map((file) => file.path)).toEqual(['index.html', 'Größe']);
    expect(tree.warnings.map(({ code }) => code)).toEqual(['name_encoding']);
  });

  test('names that differ in case are both kept, with a warning', async () => {
    const { tree } = await readBuffer(
      makeZip([
        { name: 'a', data: '1' },
        { name: 'A', data: '2' },
      ]),
    );
    expect(tree.files).toHaveLength(2);
    expect(tree.warnings.map(({ code }) => code)).toEqual(['case_twins']);
  });

  test('one zip inside a zip is unwrapped, a second is not', async () => {
    const inner = makeZip([page]);
    const outer = makeZip([
      { name: 'game.zip', data: inner },
      { name: '.DS_Store', data: 'x' },
    ]);
    expect((await readBuffer(outer)).contents.get('index.html')).toBe(page.data);
    expect(await refusalOf(makeZip([{ name: 'outer.zip', data: outer }]))).toContain('a zip inside a zip');
  });

  test('a zip among other files is kept unchanged', async () => {
    const { tree } = await readBuffer(makeZip([page, { name: 'assets.zip', data: makeZip([page]) }]));
    expect(tree.files.map((file) => file.path)).toEqual(['index.html', 'assets.zip']);
  });
});

describe('the forms of a file', () => {
  test('the deflate stream of the zip becomes a gzip form without recompression', async () => {
    const { forms } = await readBuffer(makeZip([{ name: 'a.txt', data: text, level: 1 }]));
    const gzip = forms.get('a.txt')?.get('gzip') ?? Buffer.alloc(0);
    expect(gunzipSync(gzip).toString()).toBe(text);
    expect(gzip.length).toBeLessThan(text.length / 2);
    expect(forms.get('a.txt')?.get('identity')?.toString()).toBe(text);
  });

  test('a small or incompressible file has no gzip form', async () => {
    const noise = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * at * 31 + (at >> 3)) % 251));
    const { forms } = await readBuffer(
      makeZip([
        { name: 'small', data: 'a'.repeat(1000) },
        { name: 'noise', data: brotliCompressSync(noise) },
      ]),
    );
    expect([...(forms.get('small')?.keys() ?? [])]).toEqual(['identity']);
    expect([...(forms.get('noise')?.keys() ?? [])]).toEqual(['identity']);
  });

  test.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
  ] as const)("Unity's %s is decompressed and kept as uploaded", async (encoding, stored) => {
    const name = `Build/g.data.${encoding === 'br' ? 'br' : 'gz'}`;
    const { tree, forms, contents } = await readBuffer(makeZip([{ name, data: stored }]));
    expect(contents.get(name)).toBe(text);
    expect(tree.files[0]).toMatchObject({
      size: text.length,
      storedSize: stored.length,
      storedEncoding: encoding,
    });
    expect(forms.get(name)?.get(encoding)).toEqual(stored);
  });

  test('a file compressed by another web app is kept for its own code to decompress', async () => {
    const { tree, contents } = await readBuffer(makeZip([...otherWebApp]));
    for (const { name, data } of otherWebApp) expect(contents.get(name)).toBe(data.toString());
    expect(new Set(tree.files.map((file) => file.storedEncoding))).toEqual(new Set(['identity']));
    expect(tree.warnings).toEqual([]);
  });

  test('two files with the same content share one blob with both forms', async () => {
    const { tree, forms } = await readBuffer(
      makeZip([
        { name: 'copy', data: text, method: 'store' },
        { name: 'Build/g.data.br', data: brotliCompressSync(text) },
        { name: 'again', data: text },
      ]),
    );
    expect(new Set(tree.files.map((file) => file.sha256)).size).toBe(1);
    expect([...(forms.get('copy')?.keys() ?? [])].sort()).toEqual(['br', 'gzip', 'identity']);
  });

  test.each([
    ['cut off', gzipSync(text).subarray(0, -20)],
    ['not brotli', Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7 + 0x80) % 256))],
  ])('a part whose compression is %s is kept as plain bytes and marked', async (what, stored) => {
    const name = what === 'cut off' ? 'Build/g.wasm.gz' : 'Build/g.data.br';
    const { tree, forms } = await readBuffer(makeZip([page, { name, data: stored, method: 'store' }]));
    expect(tree.files[1]).toMatchObject({
      storedEncoding: 'identity',
      undecodable: what === 'cut off' ? 'gzip' : 'br',
      size: stored.length,
    });
    expect([...(forms.get(name)?.keys() ?? [])]).toEqual(['identity']);
  });

  test('a stream followed by other data is never served as uploaded', async () => {
    const twoMembers = Buffer.concat([gzipSync(text), gzipSync('more')]);
    const trailing = Buffer.concat([brotliCompressSync(text), Buffer.from('garbage')]);
    const { forms, contents } = await readBuffer(
      makeZip([
        { name: 'Build/a.data.gz', data: twoMembers, method: 'store' },
        { name: 'Build/b.data.br', data: trailing, method: 'store' },
      ]),
    );
    expect(contents.get('Build/a.data.gz')).toBe(`${text}more`);
    expect([...(forms.get('Build/a.data.gz')?.keys() ?? [])]).toEqual(['identity']);
    expect([...(forms.get('Build/b.data.br')?.keys() ?? [])]).toEqual(['identity']);
  });
});

describe('a file that is no archive', () => {
  test('a page is a build of one file', async () => {
    const { contents } = await readBuffer(Buffer.from('<p>hello'), { fileName: 'My Game.HTML' });
    expect(contents).toEqual(new Map([['My Game.HTML', '<p>hello']]));
  });

  test('a page with an unsafe name becomes the index', async () => {
    const { contents } = await readBuffer(Buffer.from('<p>'), { fileName: 'a\u202Eb.html' });
    expect([...contents.keys()]).toEqual(['index.html']);
  });

  test.each(['<!doctype html>', '\ufeff\n<HTML>', '<!-- Pong --><p>', '<script>'])(
    'a page without an HTML name becomes the index: %s',
    async (html) => {
      for (const fileName of ['My Game', 'game.txt'])
        expect((await readBuffer(Buffer.from(html), { fileName })).contents).toEqual(
          new Map([['index.html', html]]),
        );
    },
  );

  test('a single part is kept, and a renamed zip is a zip', async () => {
    const lone = await readBuffer(gzipSync(text), { fileName: 'g.data.unityweb' });
    expect(lone.contents).toEqual(new Map([['g.data.unityweb', text]]));
    const zip = await readBuffer(makeZip([page]), { fileName: 'g.unityweb' });
    expect([...zip.contents.keys()]).toEqual(['index.html']);
  });

  test.each([
    [
      'a page that ends as a zip',
      Buffer.concat([Buffer.from('<p>'.padEnd(5000)), makeZip([page])]),
      'a.html',
      'two things at once',
    ],
    [
      'a picture that ends as a zip',
      makeZip([page], { prepend: Buffer.from('GIF89a') }),
      'a.zip',
      'an image',
    ],
    ['an archive named as a page', Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'), 'a.html', 'a RAR archive'],
    ['bytes named as a page', Buffer.from([1, 0, 2]), 'a.html', 'holds no text'],
    ['an empty page', Buffer.alloc(0), 'a.html', 'is empty'],
    ['an empty part', Buffer.alloc(0), 'a.unityweb', 'is empty'],
    ['an empty zip file', Buffer.alloc(0), 'a.zip', 'is empty'],
    ['a zip without entries', makeZip([]), 'a.zip', 'an empty zip'],
    [
      'RAR',
      Buffer.from('Rar!\x1a\x07\x00', 'latin1'),
      'a.zip',
      'This is a RAR archive. Please upload a .zip.',
    ],
    ['7z', Buffer.from("7z\xbc\xaf'\x1c", 'latin1'), 'a.zip', 'This is a 7z archive. Please upload a .zip.'],
    ['tar.gz', gzipSync('x'), 'a.zip', 'a gzip file'],
    ['tar', Buffer.concat([Buffer.alloc(257), Buffer.from('ustar\x0000')]), 'a.zip', 'a tar archive'],
    ['xz', Buffer.from('\xfd7zXZ\x00', 'latin1'), 'a.zip', 'an xz archive'],
    ['bzip2', Buffer.from('BZh91AY'), 'a.zip', 'a bzip2 archive'],
    ['a Windows program', Buffer.from('MZ\x90\x00', 'latin1'), 'a.zip', 'a Windows program'],
    ['a split zip', Buffer.from('PK\x07\x08PK\x03\x04'), 'a.zip', 'split zip'],
    ['what only resembles a page', Buffer.from('<?xml version="1.0"?>'), 'a', 'not a zip archive'],
    ['a page named as a zip', Buffer.from('\n<!DOCTYPE html>'), 'a.zip', 'This is a web page'],
    ['anything else', Buffer.from('hello'), 'a.zip', 'not a zip archive'],
  ])('%s is refused', async (_, upload, fileName, reason) => {
    expect(await refusalOf(upload, { fileName })).toContain(reason);
  });
});
