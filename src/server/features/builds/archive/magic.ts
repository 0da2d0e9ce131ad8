import { BuildRefusedError } from '../tree.ts';

/** How a zip begins: with a local file header (APPNOTE 4.3.7). */
export function isZip(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32LE(0) === 0x04034b50;
}

/** Whether a file begins as web pages do, whatever it is called. */
export function isPage(head: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*<(?:!--|(?:!doctype\s+html|html|head|body|title|meta|base|link|style|script)\b)/i.test(
    head.toString('latin1'),
  );
}

interface Signature {
  bytes: string;
  at?: number;
  what: string;
  advice: string;
}

const repack = 'Unpack it and upload its content as a .zip.';
const notABuild = 'Export the project for the web (WebGL) in Unity and upload the zip of that folder.';

/** First bytes as latin1, from the formats' own specifications and from file(1). */
const signatures: Signature[] = [
  { bytes: 'Rar!\x1a\x07', what: 'a RAR archive', advice: repack },
  { bytes: "7z\xbc\xaf'\x1c", what: 'a 7z archive', advice: repack },
  { bytes: 'ustar', at: 257, what: 'a tar archive', advice: repack },
  { bytes: '\x1f\x8b', what: 'a gzip file (such as a .tar.gz archive)', advice: repack },
  { bytes: '\xfd7zXZ\x00', what: 'an xz archive', advice: repack },
  { bytes: 'BZh', what: 'a bzip2 archive', advice: repack },
  { bytes: '\x28\xb5\x2f\xfd', what: 'a zstd archive', advice: repack },
  { bytes: 'MSCF', what: 'a cabinet archive', advice: repack },
  { bytes: 'xar!', what: 'a macOS installer', advice: notABuild },
  { bytes: 'PK\x05\x06', what: 'an empty zip', advice: 'Select the files of the build and zip them again.' },
  { bytes: 'PK\x07\x08', what: 'one part of a split zip', advice: 'Make one whole .zip and upload that.' },
  { bytes: 'PK00', what: 'one part of a split zip', advice: 'Make one whole .zip and upload that.' },
  { bytes: 'MZ', what: 'a Windows program', advice: notABuild },
  { bytes: '\x7fELF', what: 'a Linux program', advice: notABuild },
  { bytes: '\xcf\xfa\xed\xfe', what: 'a macOS program', advice: notABuild },
  { bytes: '\xca\xfe\xba\xbe', what: 'a macOS program', advice: notABuild },
  { bytes: 'UnityFS\x00', what: 'a Unity asset bundle', advice: notABuild },
  { bytes: '%PDF', what: 'a PDF document', advice: notABuild },
  { bytes: '\x89PNG', what: 'an image', advice: notABuild },
  { bytes: 'GIF8', what: 'an image', advice: notABuild },
  { bytes: '\xff\xd8\xff', what: 'an image', advice: notABuild },
];

function findSignature(head: Buffer): Signature | undefined {
  return signatures.find(({ bytes, at = 0 }) => {
    const expected = Buffer.from(bytes, 'latin1');
    return head.subarray(at, at + expected.length).equals(expected);
  });
}

/** Why a file that should be a zip but does not begin as one is refused, with what it is where its first bytes tell. */
export function notAZip(head: Buffer): BuildRefusedError {
  const found = findSignature(head);
  if (found) return new BuildRefusedError(`This is ${found.what}. Please upload a .zip.`, [found.advice]);
  if (head.length === 0) {
    return new BuildRefusedError('This file is empty.', ['Please choose the zip of the build again.']);
  }
  if (isPage(head)) {
    return new BuildRefusedError('This is a web page and not a zip.', [
      'If the whole game is in this one page, give the file a name that ends in .html.',
    ]);
  }
  return new BuildRefusedError('This file is not a zip archive.', [
    'Looked for the first bytes of a zip and found others; the file may be damaged or only be named .zip.',
    'Please make the zip again and upload it.',
  ]);
}

/**
 * Refuses what is certainly no web page.
 * @throws BuildRefusedError
 */
export function checkHtml(head: Buffer): void {
  const found = findSignature(head);
  if (found) {
    throw new BuildRefusedError(`This file is named as a web page but is ${found.what}.`, [found.advice]);
  }
  const utf16 = head[0] === 0xff || head[0] === 0xfe;
  if (head.length === 0 || (!utf16 && head.includes(0))) {
    throw new BuildRefusedError(
      head.length === 0 ? 'This web page is empty.' : 'This file is named as a web page but holds no text.',
      ['Please upload a .html file that contains the whole game, or the zip of a build.'],
    );
  }
}
