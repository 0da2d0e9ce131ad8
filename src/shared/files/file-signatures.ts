/** Signature of a zip's local file header (APPNOTE 4.3.7). */
export const zipStart = 'PK\x03\x04';
/** Signature of a zip's end of central directory record (APPNOTE 4.3.16). */
export const zipEnd = 'PK\x05\x06';
/** Maximum length of that record with its comment, which a lenient zip reader searches. */
export const zipEndBytes = 22 + 65_535;

export interface Signature {
  bytes: string;
  at?: number;
  /** The kind of such a file, with its article. */
  what: string;
  advice: string;
}

const repack = 'Unpack it and upload its content as a .zip.';
const notABuild = 'Export the project for the web (WebGL) in Unity and upload the zip of that folder.';

/** Signatures as latin1, from the formats' own specifications and from file(1). */
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
  { bytes: zipEnd, what: 'an empty zip', advice: 'Select the files of the build and zip them again.' },
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

/** The kind of a file that is certainly no build, by its first 512 bytes read as latin1. */
export function signatureOf(head: string): Signature | undefined {
  return signatures.find(({ bytes, at = 0 }) => head.startsWith(bytes, at));
}
