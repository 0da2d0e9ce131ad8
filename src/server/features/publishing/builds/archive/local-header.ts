import { type Entry, type LocalFileHeader, parseExtraFields } from 'yauzl';
import { BuildRefusedError } from '../tree.ts';
import type { RandomAccess } from './end-records.ts';
import { findUnicodeName } from './name-encoding.ts';
import { showName } from './show-name.ts';

/** Bit 3: sizes and CRC follow the data (APPNOTE 4.3.9). */
const descriptorFlag = 0x8;
/** The flags that affect reading; the others are hints of the compressor. */
const meaningfulFlags = 0x1 | descriptorFlag | 0x20 | 0x40 | 0x800 | 0x2000;
const descriptorSignature = 0x08074b50;
const unknown32 = 0xffffffff;

const contradiction = (name: string, what: string): BuildRefusedError =>
  new BuildRefusedError('This zip contradicts itself and cannot be read safely.', [
    `${showName(name)} has ${what}, depending on where one looks.`,
    'Please make the zip again and upload it.',
  ]);

/**
 * Compares the local header of an entry with the central directory.
 * @throws BuildRefusedError if they differ
 */
export function checkLocalHeader(name: string, central: Entry, local: LocalFileHeader): void {
  if (!local.fileName.equals(central.fileNameRaw)) throw contradiction(name, 'two names');
  if (local.compressionMethod !== central.compressionMethod) {
    throw contradiction(name, 'two kinds of compression');
  }
  if (((local.generalPurposeBitFlag ^ central.generalPurposeBitFlag) & meaningfulFlags) !== 0) {
    throw contradiction(name, 'two sets of flags');
  }
  const mayBeZero = (central.generalPurposeBitFlag & descriptorFlag) !== 0;
  const agrees = (here: number, there: number): boolean => here === there || (mayBeZero && here === 0);
  const fields = parseFields(name, local.extraField);
  if (hasAes(fields)) throw contradiction(name, 'encryption or none');
  checkFieldsEnd(name, local.extraField);
  checkFieldsEnd(name, central.extraFieldRaw);
  // bsdtar goes by the field of the local header and unzip by that of the directory. Where one has none, its name itself
  // must be the same bytes.
  const localName = findUnicodeName(local.fileName, fields) ?? local.fileName;
  const listedName = findUnicodeName(central.fileNameRaw, central.extraFields) ?? central.fileNameRaw;
  if (!localName.equals(listedName)) throw contradiction(name, 'two names');
  const sizes = localSizes(name, local, fields);
  if (!agrees(sizes.compressed, central.compressedSize) || !agrees(sizes.plain, central.uncompressedSize)) {
    throw contradiction(name, 'two sizes');
  }
  if (!agrees(local.crc32, central.crc32)) throw contradiction(name, 'two checksums');
}

/** Encryption as WinZip does it (APPNOTE 4.5.2, APPENDIX E). */
export function hasAes(fields: readonly { id: number }[]): boolean {
  return fields.some((field) => field.id === 0x9901);
}

type ExtraFields = ReturnType<typeof parseExtraFields>;

function localSizes(
  name: string,
  local: LocalFileHeader,
  allFields: ExtraFields,
): { compressed: number; plain: number } {
  const sizes = { compressed: local.compressedSize, plain: local.uncompressedSize };
  if (sizes.compressed !== unknown32 && sizes.plain !== unknown32) return sizes;
  const fields = allFields.filter((field) => field.id === 1);
  const [zip64] = fields;
  // In a local header the zip64 field always holds both sizes (APPNOTE 4.5.3).
  if (!zip64 || fields.length > 1 || zip64.data.length < 16) throw contradiction(name, 'two sizes');
  if (sizes.plain === unknown32) sizes.plain = Number(zip64.data.readBigUInt64LE(0));
  if (sizes.compressed === unknown32) sizes.compressed = Number(zip64.data.readBigUInt64LE(8));
  return sizes;
}

/** Up to three bytes may follow the last field. Other readers accept only zeros, for alignment. */
function checkFieldsEnd(name: string, raw: Buffer): void {
  let at = 0;
  while (at + 4 <= raw.length) at += 4 + raw.readUInt16LE(at + 2);
  if (raw.subarray(at).some((byte) => byte !== 0))
    throw contradiction(name, 'extra fields that do not fit their place');
}

/** Other readers refuse truncated extra fields, so they are checked even if unused. */
function parseFields(name: string, raw: Buffer): ExtraFields {
  try {
    return parseExtraFields(raw);
  } catch {
    throw contradiction(name, 'extra fields that do not fit their place');
  }
}

/**
 * The real end of an entry: after its data, or after its data descriptor, with or without signature and with sizes of
 * 4 or 8 bytes.
 * @throws BuildRefusedError for a missing or different descriptor
 */
export async function endOfEntry(
  source: RandomAccess,
  name: string,
  entry: Entry,
  dataEnd: number,
  directoryOffset: number,
): Promise<number> {
  if ((entry.generalPurposeBitFlag & descriptorFlag) === 0) return dataEnd;
  const found = await source.read(dataEnd, Math.min(24, directoryOffset - dataEnd));
  for (const length of [24, 16, 20, 12]) {
    if (length <= found.length && isDescriptor(found.subarray(0, length), entry)) return dataEnd + length;
  }
  // Some writers set the flag on folders without a descriptor; an empty entry hides nothing.
  if (entry.compressedSize === 0 && entry.uncompressedSize === 0) return dataEnd;
  throw contradiction(name, 'two sizes');
}

function isDescriptor(bytes: Buffer, entry: Entry): boolean {
  const signed = bytes.length === 24 || bytes.length === 16;
  if (signed && bytes.readUInt32LE(0) !== descriptorSignature) return false;
  const body = signed ? bytes.subarray(4) : bytes;
  if (body.readUInt32LE(0) !== entry.crc32) return false;
  if (body.length === 20) {
    return (
      body.readBigUInt64LE(4) === BigInt(entry.compressedSize) &&
      body.readBigUInt64LE(12) === BigInt(entry.uncompressedSize)
    );
  }
  return (
    body.readUInt32LE(4) === entry.compressedSize % 2 ** 32 &&
    body.readUInt32LE(8) === entry.uncompressedSize % 2 ** 32
  );
}
