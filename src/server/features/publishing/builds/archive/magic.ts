import { type Signature, signatureOf, zipStart } from '#shared/files/file-signatures.ts';
import { BuildRefusedError } from '../tree.ts';

/** Whether a file starts like a zip, whatever its name. */
export function isZip(head: Buffer): boolean {
  return head.toString('latin1', 0, zipStart.length) === zipStart;
}

/** Whether a file starts like an HTML page, whatever its name. */
export function isPage(head: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*<(?:!--|(?:!doctype\s+html|html|head|body|title|meta|base|link|style|script)\b)/i.test(
    head.toString('latin1'),
  );
}

function findSignature(head: Buffer): Signature | undefined {
  return signatureOf(head.toString('latin1', 0, 512));
}

/** Why a file that should be a zip is refused, with its real type if its first bytes show it. */
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
 * Refuses a file that is certainly no HTML page.
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
