import { BuildRefusedError } from '../tree.ts';

/** Bytes with random access. `read` returns exactly `length` bytes; the range must exist. */
export interface RandomAccess {
  readonly size: number;
  read(position: number, length: number): Promise<Buffer>;
}

export interface EndRecords {
  entryCount: number;
  directoryOffset: number;
  directorySize: number;
}

const endSignature = 0x06054b50;
const endSize = 22;
const maxCommentSize = 1024;
const locatorSignature = 0x07064b50;
const locatorSize = 20;
const zip64EndSignature = 0x06064b50;
const zip64EndSize = 56;
const entryHeaderSize = 46;

const remake = 'Please make the zip again and upload it.';
const refuse = (found: string): never => {
  throw new BuildRefusedError('This zip is damaged or unusual and cannot be read safely.', [found, remake]);
};

/**
 * Checks the records at the end of a zip (PKWARE APPNOTE 6.3.10, 4.3.14 to 4.3.16) before any library reads it:
 * invalid offsets crash libraries, and readers disagree about archives with two ends. There must be exactly one end
 * record, at the end of the file, after the directory, with all numbers inside the file.
 * @throws BuildRefusedError
 */
export async function readEndRecords(
  source: RandomAccess,
  limits: { maxEntries: number },
): Promise<EndRecords> {
  const tailSize = Math.min(source.size, endSize + maxCommentSize);
  const tail = await source.read(source.size - tailSize, tailSize);
  const endInTail = findEnd(tail);
  const endPosition = source.size - tailSize + endInTail;
  const end = tail.subarray(endInTail);
  const classic = {
    disk: end.readUInt16LE(4),
    directoryDisk: end.readUInt16LE(6),
    entriesOnDisk: end.readUInt16LE(8),
    entries: end.readUInt16LE(10),
    size: end.readUInt32LE(12),
    offset: end.readUInt32LE(16),
  };
  const zip64 = await readZip64End(source, endPosition);
  if (zip64) {
    const agrees = (value: number, unknown: number, real: number): boolean =>
      value === unknown || value === real;
    if (
      !agrees(classic.disk, 0xffff, 0) ||
      !agrees(classic.directoryDisk, 0xffff, 0) ||
      !agrees(classic.entriesOnDisk, 0xffff, zip64.entries) ||
      !agrees(classic.entries, 0xffff, zip64.entries) ||
      !agrees(classic.size, 0xffffffff, zip64.size) ||
      !agrees(classic.offset, 0xffffffff, zip64.offset)
    ) {
      refuse('Its two end records contradict each other.');
    }
  } else if (classic.disk !== 0 || classic.directoryDisk !== 0 || classic.entriesOnDisk !== classic.entries) {
    refuse('It is one part of a split zip.');
  }
  const { entries, size, offset } = zip64 ?? classic;
  checkDirectory({ entries, size, offset }, zip64?.position ?? endPosition, limits);
  return { entryCount: entries, directoryOffset: offset, directorySize: size };
}

/** The position of the end record in the file's last bytes. Its comment must end with the file. */
function findEnd(tail: Buffer): number {
  let found: number | undefined;
  let stray = false;
  for (let at = tail.length - endSize; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    if (at + endSize + tail.readUInt16LE(at + 20) === tail.length) {
      if (found !== undefined) refuse('It has two end records.');
      found = at;
    } else if (found === undefined) {
      stray = true;
    }
  }
  if (found === undefined) {
    return refuse(
      stray
        ? 'There are extra bytes after its end.'
        : 'Its end is missing: it was cut off while it was copied or uploaded, or carries a very long comment.',
    );
  }
  if (stray) refuse('Its comment contains another end record.');
  return found;
}

interface Zip64End {
  position: number;
  entries: number;
  size: number;
  offset: number;
}

async function readZip64End(source: RandomAccess, endPosition: number): Promise<Zip64End | null> {
  if (endPosition < locatorSize) return null;
  const locatorPosition = endPosition - locatorSize;
  const locator = await source.read(locatorPosition, locatorSize);
  if (locator.readUInt32LE(0) !== locatorSignature) return null;
  const position = smallNumber(locator.readBigUInt64LE(8), source.size);
  if (locator.readUInt32LE(4) !== 0 || locator.readUInt32LE(16) > 1) {
    refuse('It is one part of a split zip.');
  }
  if (position + zip64EndSize > locatorPosition) refuse('Its zip64 end record is not where it should be.');
  const end = await source.read(position, zip64EndSize);
  if (end.readUInt32LE(0) !== zip64EndSignature) refuse('Its zip64 end record is not where it should be.');
  if (position + 12 + smallNumber(end.readBigUInt64LE(4), source.size) !== locatorPosition) {
    refuse('Its zip64 end record has a wrong size.');
  }
  if (end.readUInt32LE(16) !== 0 || end.readUInt32LE(20) !== 0) refuse('It is one part of a split zip.');
  const entries = smallNumber(end.readBigUInt64LE(32), source.size);
  if (smallNumber(end.readBigUInt64LE(24), source.size) !== entries) {
    refuse('It is one part of a split zip.');
  }
  return {
    position,
    entries,
    size: smallNumber(end.readBigUInt64LE(40), source.size),
    offset: smallNumber(end.readBigUInt64LE(48), source.size),
  };
}

/** No number in a zip can exceed its size; beyond 2^53 it would be inexact. */
function smallNumber(value: bigint, fileSize: number): number {
  if (value >= BigInt(fileSize)) refuse('It contains a number that points outside the file.');
  return Number(value);
}

function checkDirectory(
  directory: { entries: number; size: number; offset: number },
  endPosition: number,
  limits: { maxEntries: number },
): void {
  if (directory.entries > limits.maxEntries) {
    throw new BuildRefusedError(
      `This zip contains too many files: ${directory.entries.toLocaleString('en')}, where ${limits.maxEntries.toLocaleString('en')} are allowed.`,
      ['Upload only the folder that Unity exported, or put small files together into asset bundles.'],
    );
  }
  if (directory.entries === 0) {
    throw new BuildRefusedError('This zip is empty.', ['Select the files of the build and zip them again.']);
  }
  if (directory.offset + directory.size !== endPosition) {
    refuse('Its list of files is not where it should be; there may be extra bytes before it.');
  }
  if (directory.entries * entryHeaderSize > directory.size) {
    refuse('Its list of files is shorter than its end record says.');
  }
}
