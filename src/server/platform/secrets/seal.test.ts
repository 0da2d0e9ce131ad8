import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Sealer, UnsealError } from './seal.ts';

const key = randomBytes(32);
const sealer = new Sealer(key, 'tests');
const place = ['row', 'field'];

test('a sealed text opens, is different each time and reveals nothing', () => {
  const text = 'a secret ключ 🔑';
  const sealed = [sealer.seal(text, place), sealer.seal(text, place)];
  expect(new Set(sealed).size).toBe(2);
  for (const one of sealed) {
    expect(sealer.open(one, place)).toBe(text);
    expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').includes('secret')).toBe(false);
  }
  expect(sealer.open(sealer.seal('', place), place)).toBe('');
});

test('it opens only with its binding', () => {
  const sealed = sealer.seal('text', place);
  for (const other of [['row', 'other'], ['rowfield'], ['row', 'field', ''], []])
    expect(() => sealer.open(sealed, other)).toThrow(expect.objectContaining({ otherKey: false }));
});

test('another key or purpose is distinguished from changed bytes', () => {
  const sealed = sealer.seal('text', place);
  for (const other of [new Sealer(randomBytes(32), 'tests'), new Sealer(key, 'others')])
    expect(() => other.open(sealed, place)).toThrow(expect.objectContaining({ otherKey: true }));
  const [version, name, text = ''] = sealed.split('.');
  const bytes = Buffer.from(text, 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    const resealed = [version, name, changed.toString('base64url')].join('.');
    expect(() => sealer.open(resealed, place)).toThrow(expect.objectContaining({ otherKey: false }));
  }
  for (const broken of [[version, name, ''].join('.'), [version, name].join('.'), '', 'text'])
    expect(() => sealer.open(broken, place)).toThrow(UnsealError);
});
