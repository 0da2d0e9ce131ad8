import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { readBuffer } from './testing.ts';

const page = { name: 'index.html', data: '<!doctype html>' };
const text = 'compressible '.repeat(1000);
const [gzip, brotli] = ['Build/a.data.gz', 'Build/a.data.br'];

/**
 * Of two concatenated streams, zlib decodes both of gzip and the first of Brotli; browsers decode the first of each.
 */
test.each<[string, string, Buffer, string]>([
  ['another member', gzip, Buffer.concat([gzipSync(text), gzipSync('more')]), `${text}more`],
  ['the member with the content', gzip, Buffer.concat([gzipSync(''), gzipSync(text)]), text],
  ['an empty member', gzip, Buffer.concat([gzipSync(text), gzipSync('')]), text],
  ['zeros', gzip, Buffer.concat([gzipSync(text), Buffer.alloc(600_000)]), text],
  ['garbage', brotli, Buffer.concat([brotliCompressSync(text), Buffer.from('garbage')]), text],
  ['zeros', brotli, Buffer.concat([brotliCompressSync(text), Buffer.alloc(600_000)]), text],
  ['another stream', brotli, Buffer.concat([brotliCompressSync(''), brotliCompressSync(text)]), ''],
])('a stream followed by %s is never served as uploaded: %s', async (_, name, data, content) => {
  const { forms, contents } = await readBuffer(
    makeZip([page, { name: 'Build/a.loader.js', data: 'loader' }, { name, data, method: 'store' }]),
  );
  expect(contents.get(name)).toBe(content);
  expect([...(forms.get(name)?.keys() ?? [])]).toEqual(['identity']);
});
