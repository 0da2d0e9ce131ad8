const endRecordBytes = 22;
const longestComment = 65_535;

/**
 * Whether the file is also a valid zip, which readers find from its end: a polyglot. The end record must follow a
 * directory, so that a random picture passes.
 */
export function isAlsoArchive(bytes: Buffer): boolean {
  const first = Math.max(0, bytes.length - endRecordBytes - longestComment);
  let at = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  while (at >= first) {
    if (at + endRecordBytes <= bytes.length && followsDirectory(bytes, at)) return true;
    at = at === 0 ? -1 : bytes.lastIndexOf('PK\u0005\u0006', at - 1, 'latin1');
  }
  return false;
}

function followsDirectory(bytes: Buffer, at: number): boolean {
  const entries = bytes.readUInt16LE(at + 10);
  const start = at - bytes.readUInt32LE(at + 12);
  if (entries === 0) return start === at;
  return start >= 0 && bytes.toString('latin1', start, start + 4) === 'PK\u0001\u0002';
}
