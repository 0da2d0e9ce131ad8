import { expect, test } from 'vitest';
import { uploadPartBytes } from '#shared/versions/uploads.ts';
import { isPartRefused, leastPartBytes, PartSize } from './part-size.ts';

test('parts get smaller down to 512 kB, then the error names the proxy and its setting', () => {
  const part = new PartSize();
  const sizes = [part.bytes];
  while (part.shrink()) sizes.push(part.bytes);
  expect(sizes).toEqual([uploadPartBytes, 2_097_152, 1_048_576, leastPartBytes]);
  expect(part.refused()).toMatchObject({
    code: 'too_large',
    message: expect.stringMatching(/^Your proxy refused a part of .*512.*client_max_body_size 0\)\.$/),
  });
});

test('a refusal by Flux itself, or another error, does not make parts smaller', () => {
  const page = '<html><title>413 Request Entity Too Large</title></html>';
  expect(isPartRefused({ status: 413, body: page })).toBe(true);
  expect(isPartRefused({ status: 413, body: '' })).toBe(true);
  const own = JSON.stringify({
    success: false,
    code: 'too_large',
    error: 'File size must be less than 10MB',
  });
  expect(isPartRefused({ status: 413, body: own })).toBe(false);
  expect(isPartRefused({ status: 502, body: page })).toBe(false);
});
