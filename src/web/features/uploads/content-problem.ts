import { signatureOf, zipEnd, zipEndBytes, zipStart } from '#shared/files/file-signatures.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { format } from '../../i18n/format.ts';

const headBytes = 512;
/** The end record of a zip without its comment (APPNOTE 4.3.16). */
const endRecordBytes = 22;

/**
 * The message for a file that cannot be a build, by its size and its first and last bytes; null otherwise.
 * Reads nothing else.
 */
export async function contentProblem(file: File): Promise<string | null> {
  if (file.size === 0) return texts.thisFileIsEmpty;
  const head = await latin1Of(file.slice(0, headBytes));
  if (head.startsWith(zipStart)) return (await endsAsZip(file)) ? null : texts.thisZipIsCutShort;
  const isNamedZip = /\.zip$/i.test(file.name);
  const isPage = /\.html?$/i.test(file.name);
  const found = isNamedZip || isPage ? signatureOf(head) : undefined;
  if (found) return format(isPage ? texts.namedPageButIs : texts.namedZipButIs, found);
  return isNamedZip ? texts.thisFileIsNoZip : null;
}

async function endsAsZip(file: File): Promise<boolean> {
  const tail = await latin1Of(file.slice(-zipEndBytes));
  const at = tail.lastIndexOf(zipEnd);
  return at >= 0 && tail.length - at >= endRecordBytes;
}

async function latin1Of(blob: Blob): Promise<string> {
  return new TextDecoder('latin1').decode(await blob.arrayBuffer());
}
