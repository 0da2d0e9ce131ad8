import { crc32 } from 'node:zlib';
import { BuildRefusedError } from '../tree.ts';
import { type CodePage, decodeIn } from './code-pages.ts';
import { showName } from './show-name.ts';

export type NameEncoding = 'UTF-8' | CodePage;

export interface DecodedName {
  name: string;
  encoding: NameEncoding;
}

/** General purpose bit 11: name and comment are UTF-8 (APPNOTE 4.4.4). */
const utf8Flag = 0x800;
/** Info-ZIP Unicode Path Extra Field (APPNOTE 4.6.9). */
const unicodePathField = 0x7075;

/** Two consecutive ones: a single one also occurs in Western names, such as the 'ât' of 'château' in CP437. */
const japaneseWord = /[\u3040-\u30ff\u3400-\u9fff]{2}/u;

/**
 * The name of an entry. A marked name is UTF-8; any other uses the archive's code page, if known
 * (`choose-code-page.ts`). Without one, valid UTF-8 is accepted, because many writers forget the flag, and otherwise
 * Shift-JIS or CP437, the format's default, is guessed.
 * @throws BuildRefusedError for an entry with two names, or bytes that are invalid in the marked encoding
 */
export function decodeName(
  raw: Buffer,
  flags: number,
  extraFields: readonly { id: number; data: Buffer }[],
  codePage: CodePage | null,
): DecodedName {
  const inUnicode = findUnicodeName(raw, extraFields);
  if (inUnicode) return { name: unicodeName(raw, flags, inUnicode), encoding: 'UTF-8' };
  const utf8 = decodeUtf8(raw);
  const isSure = (flags & utf8Flag) !== 0 || isPlain(raw);
  if (isSure && utf8 === null) throw new InvalidNameError(raw);
  const inCodePage = isSure || codePage === null ? null : decodeIn(codePage, raw);
  if (codePage !== null && inCodePage !== null) return { name: inCodePage, encoding: codePage };
  return utf8 === null ? guessName(raw) : { name: utf8, encoding: 'UTF-8' };
}

function guessName(raw: Buffer): DecodedName {
  const japanese = decodeIn('Shift-JIS', raw);
  if (japanese !== null && japaneseWord.test(japanese)) return { name: japanese, encoding: 'Shift-JIS' };
  // Each byte has a character.
  return { name: decodeIn('CP437', raw) ?? '', encoding: 'CP437' };
}

/**
 * The name in an extra field. Null without one, or if its checksum belongs to another name: then unzip and bsdtar
 * ignore it, too.
 * @throws BuildRefusedError for a field that only some readers use (measured, `unicode-names.test.ts`)
 */
export function findUnicodeName(
  raw: Buffer,
  extraFields: readonly { id: number; data: Buffer }[],
): Buffer | null {
  const [field, ...others] = extraFields.filter(({ id }) => id === unicodePathField);
  if (!field) return null;
  const { data } = field;
  if (others.length > 0 || data.length <= 5 || data.readUInt8(0) !== 1) throw new DoubtfulNameError(raw);
  return data.readUInt32LE(1) === crc32(raw) ? data.subarray(5) : null;
}

/**
 * The field is for names that the header cannot represent: 7-Zip writes `__.png` there. With two plain names, or a
 * header marked as UTF-8, unzip uses the name and bsdtar the field.
 */
function unicodeName(raw: Buffer, flags: number, bytes: Buffer): string {
  const name = decodeUtf8(bytes);
  if (name === null) throw new InvalidNameError(bytes);
  const isPossible = (flags & utf8Flag) === 0 && !(isPlain(raw) && isPlain(bytes));
  if (!isPossible && !bytes.equals(raw)) {
    throw new BuildRefusedError('A file in this zip has two names.', [
      `It is called ${showName(raw.toString('latin1'))} and ${showName(name)}. Please make the zip again.`,
    ]);
  }
  return name;
}

function isPlain(bytes: Buffer): boolean {
  return bytes.every((byte) => byte < 0x80);
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

class DoubtfulNameError extends BuildRefusedError {
  constructor(raw: Buffer) {
    super('A file in this zip may have two names.', [
      `${showName(raw.toString('latin1'))} carries a Unicode name that programs read differently. Please make the zip again.`,
    ]);
  }
}

class InvalidNameError extends BuildRefusedError {
  constructor(bytes: Buffer) {
    super('A file name in this zip cannot be read.', [
      `${showName(bytes.toString('latin1'))} is marked as UTF-8 but is not. Please make the zip again.`,
    ]);
  }
}
