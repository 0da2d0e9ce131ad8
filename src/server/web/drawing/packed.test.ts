import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gzipOf, packEnd } from './packed.ts';

test.each(['', '<html>', 'é'.repeat(70_000)])(
  'an own beginning and a packed end are one gzip file',
  (text) => {
    const end = packEnd('<p>🎮 the end</p>'.repeat(5_000));
    const page = gzipOf(Buffer.from(text), end);
    expect(gunzipSync(page).equals(Buffer.concat([Buffer.from(text), end.plain]))).toBe(true);
    expect(page.length).toBeLessThan(2_000);
  },
);
