import { expect, test } from 'vitest';
import type { FormEncoding } from '#server/platform/blobs/encodings.ts';
import { bytesSavedBy } from './bytes-saved.ts';
import type { Form } from './negotiate.ts';

const form = (encoding: FormEncoding, size: number, dictionary: string | null = null): Form => ({
  encoding,
  size,
  dictionary,
  storedSha256: '',
  storageId: '',
  key: '',
});
const plain = form('identity', 1_000);
const gzip = form('gzip', 400);
const brotli = form('br', 300);
const delta = form('dcb', 20, 'held');
const forms = [plain, gzip, brotli, delta];

test('a packed form spares what the plain one is larger by', () => {
  expect(bytesSavedBy(gzip, forms)).toEqual({ byCompression: 600, byDeltas: 0 });
  expect(bytesSavedBy(plain, forms)).toEqual({ byCompression: 0, byDeltas: 0 });
});

test('a delta spares besides what the smallest whole form is larger by', () => {
  expect(bytesSavedBy(delta, forms)).toEqual({ byCompression: 700, byDeltas: 280 });
});
