import { createHash } from 'node:crypto';
import { crc32 as nodeCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';
import { Sha256 } from './sha256.ts';

const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 });

test('SHA-256 and CRC-32 of bytes in any pieces equal those of Node', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const hash = new Sha256();
      let sum = 0;
      for (const part of parts) {
        hash.update(part);
        sum = crc32(part, sum);
      }
      const whole = Buffer.concat(parts);
      expect(hash.digest()).toBe(createHash('sha256').update(whole).digest('hex'));
      expect(sum).toBe(nodeCrc32(whole));
    }),
  );
});
