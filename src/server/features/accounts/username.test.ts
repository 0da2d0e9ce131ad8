import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { usernameSchema } from '#shared/accounts/accounts.ts';
import { firstUsername } from './username.ts';

test.each<[string | null, string | null, string]>([
  ['Ada Lovelace', 'ada@example.test', 'Ada Lovelace'],
  [null, 'ada@example.test', 'ada'],
  ['', 'ada@example.test', 'ada'],
  [' \t\n ', 'ada@example.test', 'ada'],
  ['\u200b\u200b\ufeff', 'ada@example.test', 'ada'],
  ['\u202e\u2066', 'ada@example.test', 'ada'],
  ['\u0000\u0007', 'ada@example.test', 'ada'],
  [null, null, 'User'],
  ['', '', 'User'],
  [null, '@example.test', 'User'],
  [null, '\u200b@example.test', 'User'],
  [null, 'first.last+tag@example.test', 'first.last+tag'],
  [null, '"a@b"@example.test', '"a'],
  ['  Grace \u0000\r\n Hopper\u007f ', null, 'Grace Hopper'],
  ['Ada\u2028Lovelace', null, 'Ada Lovelace'],
  ['gpj.\u202eexe', null, 'gpj.exe'],
  ['田中さん', null, '田中さん'],
  ['مُنَاقَشَة', null, 'مُنَاقَشَة'],
  ['👩‍👩‍👧‍👦', null, '👩‍👩‍👧‍👦'],
  ['<script>alert(1)</script>', null, '<script>alert(1)</script>'],
  ['__proto__', null, '__proto__'],
  ['0', null, '0'],
  ['x'.repeat(81), null, 'x'.repeat(80)],
  [`${'x'.repeat(79)}😀`, null, 'x'.repeat(79)],
  [`${'x'.repeat(79)} y`, null, 'x'.repeat(79)],
  ['broken \ud800', null, 'broken \ufffd'],
])('the name %j with the address %j makes %j', (displayName, email, username) => {
  expect(firstUsername(displayName, email)).toBe(username);
});

test('any provider’s name becomes a valid display name', () => {
  const text = fc.option(
    fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', minLength: 70 })),
  );
  fc.assert(
    fc.property(text, text, (displayName, email) => {
      const username = firstUsername(displayName, email);
      expect(z.safeParse(usernameSchema, username)).toMatchObject({ success: true, data: username });
    }),
    { numRuns: 2_000 },
  );
});
