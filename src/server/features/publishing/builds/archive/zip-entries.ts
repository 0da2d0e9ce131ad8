import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { BuildRefusedError } from '../tree.ts';
import { chooseCodePage, type UnnamedEntry } from './choose-code-page.ts';
import type { CodePage } from './code-pages.ts';
import type { EndRecords, RandomAccess } from './end-records.ts';
import { checkLocalHeader, endOfEntry, hasAes } from './local-header.ts';
import { type DecodedName, decodeName, type NameEncoding } from './name-encoding.ts';
import { safeName } from './names.ts';
import { showName } from './show-name.ts';
import { ZipReader } from './zip-reader.ts';

/** One entry of a zip after all checks except decompression. */
export interface ZipEntry {
  /** Safe, see `names.ts`. */
  path: string;
  isFolder: boolean;
  nameEncoding: NameEncoding;
  method: 'stored' | 'deflate';
  /** The position of its compressed bytes in the archive. */
  dataStart: number;
  compressedSize: number;
  size: number;
  crc32: number;
}

const zip64Field = 1;
/** Attributes of MS-DOS, in the lowest byte of the external ones. */
const dosVolumeLabel = 0x08;
const dosFolder = 0x10;
const encryptedFlags = 0x1 | 0x40 | 0x2000;
/** Bit 5: the data is a patch to another file (APPNOTE 4.4.4), which no reader applies. */
const patchFlag = 0x20;
/** 6.3, the version of the format (APPNOTE 4.4.3.2); other readers skip entries that require more. */
const newestVersion = 63;
const fileTypeBits = 0o170000;
const folderType = 0o040000;
const regularType = 0o100000;

/**
 * Lists a zip by its central directory and compares it with each local header, so that other readers cannot see
 * another build in the same bytes.
 * @param file a descriptor of the zip
 * @param end its checked end records
 * @throws BuildRefusedError
 */
export async function listZipEntries(
  file: number,
  source: RandomAccess,
  end: EndRecords,
): Promise<ZipEntry[]> {
  const zip = await orDamaged(() =>
    fromRandomAccessReaderPromise(new ZipReader(file), source.size, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: true,
    }),
  );
  try {
    const raw = await readDirectory(zip, end);
    const checked: CheckedEntry[] = [];
    for (const entry of raw) checked.push(await checkEntry(zip, source, entry, end.directoryOffset));
    checkOverlaps(checked, end.directoryOffset);
    const codePage = await chooseCodePage(checked, source);
    return checked.map((entry) => nameEntry(entry, codePage));
  } finally {
    zip.close();
  }
}

async function readDirectory(zip: ZipFile, end: EndRecords): Promise<Entry[]> {
  const entries: Entry[] = [];
  await orDamaged(async () => {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  });
  const listedSize = entries.reduce(
    (sum, entry) => sum + 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength,
    0,
  );
  if (entries.length !== end.entryCount || listedSize !== end.directorySize) {
    throw damaged('Its list of files does not end where its end record says.');
  }
  return entries;
}

/** An entry after all checks except those of its name, which needs the archive's encoding. */
interface CheckedEntry extends UnnamedEntry {
  raw: Entry;
  crc32: number;
  start: number;
  end: number;
}

async function checkEntry(
  zip: ZipFile,
  source: RandomAccess,
  entry: Entry,
  directoryOffset: number,
): Promise<CheckedEntry> {
  const fields = entry.extraFields;
  const { name, encoding } = nameOf(entry, null);
  if (
    (entry.generalPurposeBitFlag & encryptedFlags) !== 0 ||
    entry.compressionMethod === 99 ||
    hasAes(fields)
  ) {
    throw new BuildRefusedError('This zip is protected by a password.', [
      `${showName(name)} is encrypted. Make the zip again without a password and upload that.`,
    ]);
  }
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw new BuildRefusedError('This zip uses a kind of compression that is not supported.', [
      `${showName(name)} uses method ${entry.compressionMethod}. Make the zip again with the usual one, Deflate.`,
    ]);
  }
  if ((entry.generalPurposeBitFlag & patchFlag) !== 0) {
    throw damaged(`${showName(name)} is marked as a patch to another file.`);
  }
  if ((entry.versionNeededToExtract & 0xff) > newestVersion) {
    throw damaged(`${showName(name)} says that it needs a newer kind of zip than there is.`);
  }
  if (fields.filter((field) => field.id === zip64Field).length > 1) {
    throw damaged(`${showName(name)} has two sizes.`);
  }
  const start = entry.relativeOffsetOfLocalHeader;
  // Checked before yauzl reads: beyond 2^53 its read throws an uncatchable error.
  if (!(start + 30 <= directoryOffset)) throw damaged(`${showName(name)} lies outside the file.`);
  const local = await orDamaged(() => zip.readLocalFileHeaderPromise(entry));
  checkLocalHeader(name, entry, local);
  const dataEnd = local.fileDataStart + entry.compressedSize;
  if (!(dataEnd <= directoryOffset)) throw damaged(`${showName(name)} lies outside the file.`);
  return {
    raw: entry,
    rawName: entry.fileNameRaw,
    nameIsGuess: encoding !== 'UTF-8',
    method: entry.compressionMethod === 0 ? 'stored' : 'deflate',
    dataStart: local.fileDataStart,
    compressedSize: entry.compressedSize,
    size: entry.uncompressedSize,
    crc32: entry.crc32,
    start,
    end: await endOfEntry(source, name, entry, dataEnd, directoryOffset),
  };
}

function nameEntry(entry: CheckedEntry, codePage: CodePage | null): ZipEntry {
  const { raw, method, dataStart, compressedSize, size, crc32 } = entry;
  const { name, encoding } = nameOf(raw, codePage);
  const { path, isFolder: named } = safeName(name);
  const isFolder = checkKind(raw, named, name);
  return { path, isFolder, nameEncoding: encoding, method, dataStart, compressedSize, size, crc32 };
}

function nameOf(entry: Entry, codePage: CodePage | null): DecodedName {
  return decodeName(entry.fileNameRaw, entry.generalPurposeBitFlag, entry.extraFields, codePage);
}

/** Whether an entry is a folder. Links, devices and pipes are refused. */
function checkKind(entry: Entry, namedAsFolder: boolean, name: string): boolean {
  const type = (entry.externalFileAttributes >>> 16) & fileTypeBits;
  const special = type !== 0 && type !== regularType && type !== folderType;
  if (special || (entry.externalFileAttributes & dosVolumeLabel) !== 0) {
    throw new BuildRefusedError('This zip contains a symbolic link or another special file.', [
      `${showName(name)} is not an ordinary file. Replace it by a copy of what it points to and zip again.`,
    ]);
  }
  const marked = type === folderType || (entry.externalFileAttributes & dosFolder) !== 0;
  // Some readers use the name and some the attribute.
  if (marked && !namedAsFolder)
    throw damaged(`${showName(name)} is a file by its name and a folder by its mark.`);
  if (namedAsFolder && entry.uncompressedSize !== 0) {
    throw damaged(`${showName(name)} is a folder that has content of its own.`);
  }
  return namedAsFolder;
}

/** Overlapping files make a small zip bomb (Fifield, A better zip bomb, 2019). */
function checkOverlaps(entries: readonly { start: number; end: number }[], directoryOffset: number): void {
  let previousEnd = 0;
  for (const { start, end } of entries.toSorted((a, b) => a.start - b.start)) {
    if (start < previousEnd) throw damaged('Files in it overlap.');
    previousEnd = end;
  }
  if (previousEnd > directoryOffset) throw damaged('Files in it overlap.');
}

function damaged(found: string): BuildRefusedError {
  return new BuildRefusedError('This zip is damaged or unusual and cannot be read safely.', [
    found,
    'Please make the zip again and upload it.',
  ]);
}

async function orDamaged<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (message.includes('strong encryption')) {
      throw new BuildRefusedError('This zip is protected by a password.', [
        'Make the zip again without a password and upload that.',
      ]);
    }
    throw damaged(`${message}.`);
  }
}
