import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeName } from './name-encoding.ts';
import { safeName } from './names.ts';

describe('safe names', () => {
  test.each([
    ['index.html', 'index.html', false],
    ['Build/', 'Build', true],
    ['MyGame\\Build\\a b.data', 'MyGame/Build/a b.data', false],
    ['MyGame\\', 'MyGame', true],
    ['./', '', true],
    ['./index.html', 'index.html', false],
    ['././a', 'a', false],
    ['a/./b.png', 'a/b.png', false],
    ['a//b.png', 'a/b.png', false],
    ['a\\\\b\\.\\c', 'a/b/c', false],
    ['a/.//', 'a', true],
    ['a+%#ü/Test 4.data.unityweb', 'a+%#ü/Test 4.data.unityweb', false],
    ['u\u0308.png', 'ü.png', false],
    ['__proto__/constructor', '__proto__/constructor', false],
    ['CON', 'CON', false],
    ['aa:b', 'aa:b', false],
    ['...', '...', false],
    ['a'.repeat(255), 'a'.repeat(255), false],
    [`${'d/'.repeat(31)}f`, `${'d/'.repeat(31)}f`, false],
  ])('%j becomes %j', (name, path, isFolder) => {
    expect(safeName(name)).toEqual({ path, isFolder });
  });

  test.each([
    ['../evil', 'points outside'],
    ['a/../../evil', 'points outside'],
    ['a/..', 'points outside'],
    ['a\\..\\evil', 'points outside'],
    ['%2e%2E/evil', 'points outside'],
    ['\uff0e\uff0e/evil', 'points outside'],
    ['\u2025/evil', 'points outside'],
    ['./../evil', 'points outside'],
    ['a/.', 'points outside'],
    ['/etc/passwd', 'root of a disk'],
    ['\\\\server\\share', 'root of a disk'],
    ['C:\\evil', 'drive letter'],
    ['c:evil', 'drive letter'],
    ['a\0.html', 'control characters'],
    ['a\nb', 'control characters'],
    ['a\u0085b', 'control characters'],
    ['a\u2028b', 'control characters'],
    ['invoice\u202Egpj.exe', 'direction of text'],
    ['a\u2066b', 'direction of text'],
    ['', 'is empty'],
    ['a'.repeat(256), 'longer than 255'],
    ['ü'.repeat(128), 'longer than 255'],
    [`${'d'.repeat(200)}/`.repeat(6), 'longer than 1024'],
    [`${'d/'.repeat(32)}f`, 'more than 32 folders'],
  ])('%j is refused', (name, reason) => {
    expect(() => safeName(name)).toThrow(
      expect.objectContaining({ details: expect.arrayContaining([expect.stringContaining(reason)]) }),
    );
  });

  test('a refused name is shown without misleading characters', () => {
    expect(() => safeName('a\u202Eb')).toThrow(
      expect.objectContaining({
        details: expect.arrayContaining([expect.stringContaining('“a\\u{202e}b”')]),
      }),
    );
  });
});

const unicodePath = (raw: Buffer, name: string): { id: number; data: Buffer } => {
  const head = Buffer.alloc(5);
  head[0] = 1;
  head.writeUInt32LE(crc32(raw), 1);
  return { id: 0x7075, data: Buffer.concat([head, Buffer.from(name)]) };
};

describe('name encodings', () => {
  test.each([
    ['plain ASCII', Buffer.from('a.txt'), 0, 'a.txt', 'UTF-8'],
    ['UTF-8 with its flag', Buffer.from('ü'), 0x800, 'ü', 'UTF-8'],
    ['UTF-8 without its flag', Buffer.from('Größe'), 0, 'Größe', 'UTF-8'],
    ['CP437', Buffer.from([0x47, 0x72, 0x94, 0xe1, 0x65]), 0, 'Größe', 'CP437'],
    ['CP437 that could be one katakana', Buffer.from('ch\x83teau', 'latin1'), 0, 'château', 'CP437'],
    ['CP437 that could be one kanji', Buffer.from('K\x94ln', 'latin1'), 0, 'Köln', 'CP437'],
    ['Shift-JIS', Buffer.from([0x83, 0x51, 0x81, 0x5b, 0x83, 0x80]), 0, 'ゲーム', 'Shift-JIS'],
    [
      'Shift-JIS with a backslash inside a character',
      Buffer.from([0x83, 0x5c, 0x83, 0x8b]),
      0,
      'ソル',
      'Shift-JIS',
    ],
  ])('%s', (_, raw, flags, name, encoding) => {
    expect(decodeName(raw, flags, [], null)).toEqual({ name, encoding });
  });

  test('the Unicode path field is used if its checksum matches the name', () => {
    const raw = Buffer.from([0x81]);
    expect(decodeName(raw, 0, [unicodePath(raw, 'ü')], null).name).toBe('ü');
    expect(decodeName(raw, 0, [unicodePath(Buffer.from('other'), 'x')], null).name).toBe('ü');
  });

  test('a name marked as UTF-8 that is not is refused', () => {
    expect(() => decodeName(Buffer.from([0xff]), 0x800, [], null)).toThrow('cannot be read');
  });

  test('a plain name is replaced by its Unicode path, as 7-Zip writes it', () => {
    const raw = Buffer.from('__.png');
    expect(decodeName(raw, 0, [unicodePath(raw, '日本.png')], null)).toEqual({
      name: '日本.png',
      encoding: 'UTF-8',
    });
  });

  test('a plain name with another plain Unicode path is refused, and one marked as UTF-8 with any other', () => {
    const raw = Buffer.from('index.html');
    expect(() => decodeName(raw, 0, [unicodePath(raw, 'evil.html')], null)).toThrow('two names');
    const flagged = Buffer.from('__.png');
    expect(() => decodeName(flagged, 0x800, [unicodePath(flagged, '日本.png')], null)).toThrow('two names');
    expect(decodeName(flagged, 0x800, [unicodePath(flagged, '__.png')], null).name).toBe('__.png');
  });
});
