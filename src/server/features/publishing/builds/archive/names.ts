import { BuildRefusedError } from '../tree.ts';
import { nameLimits } from './limits.ts';
import { showName } from './show-name.ts';

export interface SafeName {
  /**
   * With `/`, NFC, without leading or trailing slashes, empty segments and '.'. Empty for the archive's root folder,
   * './'.
   */
  path: string;
  isFolder: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;
/** The explicit formatting characters of the bidirectional algorithm (UAX 9, 2), which disguise names. */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * The served path of a file.
 * @throws BuildRefusedError for an unsafe name; no real build needs one
 */
export function safeName(name: string): SafeName {
  // After decoding, because the second byte of a Shift-JIS character may be 0x5c.
  const slashed = name.replaceAll('\\', '/').normalize('NFC');
  const isFolder = slashed.endsWith('/');
  const problem = nameProblem(slashed);
  if (problem) {
    throw new BuildRefusedError('This zip contains an unsafe file name.', [
      `${showName(name)} ${problem}.`,
      'Zip the folder that Unity exported as it is, with relative paths, and upload that.',
    ]);
  }
  return { path: plainPath(slashed), isFolder };
}

/** Without redundant '.' segments and slashes. */
function plainPath(slashed: string): string {
  return slashed
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
}

function nameProblem(name: string): string | null {
  if (name === '') return 'is empty';
  if (controls.test(name)) return 'contains control characters';
  if (bidiControls.test(name)) return 'contains characters that reverse the direction of text';
  if (name.startsWith('/')) return 'begins at the root of a disk';
  if (/^[a-z]:/i.test(name)) return 'begins with a drive letter';
  const path = plainPath(name);
  if (path === '') return null;
  // A file without a name: some readers treat it as its folder.
  if (name.endsWith('/.')) return 'points outside its folder';
  if (Buffer.byteLength(path) > nameLimits.pathBytes) return `is longer than ${nameLimits.pathBytes} bytes`;
  const segments = path.split('/');
  if (segments.length > nameLimits.depth) return `lies more than ${nameLimits.depth} folders deep`;
  return segments.map(segmentProblem).find((problem) => problem !== null) ?? null;
}

function segmentProblem(segment: string): string | null {
  // Careless software behind Flux may decode '%2e%2e' and full-width dots to '..'.
  const plain = segment.replace(/%2e/gi, '.').normalize('NFKC');
  if (plain === '.' || plain === '..') return 'points outside its folder';
  if (Buffer.byteLength(segment) > nameLimits.segmentBytes) {
    return `contains a name longer than ${nameLimits.segmentBytes} bytes`;
  }
  return null;
}
