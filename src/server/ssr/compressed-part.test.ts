import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressEnd, compressMiddle, joinGzip } from './compressed-part.ts';

test.each(['', '<html>', 'é'.repeat(70_000)])(
  'a beginning and compressed parts join to one gzip file',
  (text) => {
    const parts = [
      compressMiddle('p { color: red }'.repeat(5_000)),
      compressEnd('<p>🎮 the end</p>'.repeat(5_000)),
    ];
    const page = joinGzip(Buffer.from(text), parts);
    const plain = Buffer.concat([Buffer.from(text), ...parts.map((part) => part.plain)]);
    expect(gunzipSync(page).equals(plain)).toBe(true);
    expect(page.length).toBeLessThan(2_500);
  },
);
