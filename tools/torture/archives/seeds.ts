import { below, otherWebApp, withBackslashes, withJunk } from '#fixtures/archives.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { makeZip, type ZipEntryOptions } from '#fixtures/zip.ts';

const page = '<!doctype html><title>Seed</title><script src="game.js"></script>';
const small: readonly ZipEntryOptions[] = [
  { name: 'index.html', data: page },
  { name: 'game.js', data: 'let score = 0;\n'.repeat(40) },
  { name: 'data/level.bin', data: Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 31) % 256)) },
];
const each = (change: Partial<ZipEntryOptions>) => makeZip(small.map((entry) => ({ ...entry, ...change })));

/** Valid archives of every accepted shape, as seeds of the mutations. */
export async function seedArchives(): Promise<readonly Buffer[]> {
  const unity = async (compression: 'gzip' | 'brotli') =>
    makeZip(
      (await makeInstanceBuild({ compression })).map((entry) => ({ ...entry, method: 'store' as const })),
    );
  return [
    each({}),
    each({ method: 'store' }),
    each({ dataDescriptor: true }),
    each({ dataDescriptor: 'bare' }),
    each({ zip64: true }),
    each({ unixMode: 0o100644 }),
    makeZip([...small], { zip64: true, comment: 'a comment' }),
    makeZip([{ name: 'game/', data: '', method: 'store' }, ...below('game', small as never)]),
    makeZip(withJunk(otherWebApp)),
    makeZip(withBackslashes(otherWebApp)),
    makeZip([
      ...small,
      { name: 'Übung/日本.txt', data: 'text' },
      { name: Buffer.from([0x81, 0x2e, 0x6a]), data: 'x' },
    ]),
    makeZip([
      { name: 'index.html', data: page.replace('game', 'Игра') },
      // Игра and сад in CP866. The second is also valid UTF-8.
      { name: Buffer.from('\x88\xa3\xe0\xa0.js', 'latin1'), data: 'let score = 0;\n'.repeat(40) },
      { name: Buffer.from('data/\xe1\xa0\xa4', 'latin1'), data: 'apples' },
    ]),
    await unity('gzip'),
    await unity('brotli'),
  ];
}
