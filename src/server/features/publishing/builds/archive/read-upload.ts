import { open } from 'node:fs/promises';
import { zipEnd, zipEndBytes } from '#shared/files/file-signatures.ts';
import { buildFoldersOf } from '../inspect/unity/build-folders.ts';
import { BuildRefusedError, type BuildTree } from '../tree.ts';
import type { Budget } from './budget.ts';
import type { RandomAccess } from './end-records.ts';
import { checkHtml, isPage, isZip, notAZip } from './magic.ts';
import { safeName } from './names.ts';
import { randomAccessTo } from './random-access-file.ts';
import { readZip } from './read-zip.ts';
import type { Staging } from './staging.ts';

const chunkBytes = 256 * 1024;

/**
 * Reads an uploaded file into staged files: a file that starts like a zip is a zip, whatever its name; a single
 * `.html`, `.unityweb` or file that starts like a page is a build of one file.
 * @param fileName the uploaded name
 * @throws BuildRefusedError
 */
export async function readUpload(
  path: string,
  fileName: string,
  staging: Staging,
  budget: Budget,
): Promise<BuildTree> {
  const file = await open(path);
  try {
    const source = await randomAccessTo(file);
    const head = await source.read(0, Math.min(source.size, 4096));
    if (isZip(head)) return await readZip(path, staging, budget);
    const name = singleName(fileName) ?? nameOfPage(fileName, head);
    if (!name) throw notAZip(head);
    if (/\.html?$/i.test(name)) {
      checkHtml(head);
      await refusePolyglot(source);
    } else if (head.length === 0) {
      throw notAZip(head);
    }
    const count = budget.meter(name, source.size);
    const stored = await staging.write(async (sink) => {
      for (let at = 0; at < source.size; at += chunkBytes) {
        const piece = await source.read(at, Math.min(chunkBytes, source.size - at));
        count(piece.length);
        await sink.write(piece);
      }
    });
    const only = await staging.add(name, stored, { gzip: null, buildFolders: buildFoldersOf([name]) });
    return { files: [only], packedFiles: [], dropped: [], warnings: [] };
  } finally {
    await file.close();
  }
}

/** The path of a single-file upload, or null if it must be a zip. */
function singleName(fileName: string): string | null {
  const last = fileName.split(/[\\/]/).at(-1) ?? '';
  const extension = /\.(html?|unityweb)$/i.exec(last)?.[0];
  if (!extension) return null;
  try {
    const { path } = safeName(last);
    return path.startsWith('.') ? `index${extension}` : path;
  } catch {
    return `index${extension}`;
  }
}

/**
 * A page may be recognised by content only. A file named as a zip must be one, and its creator is told if it is not.
 */
function nameOfPage(fileName: string, head: Buffer): string | null {
  return isPage(head) && !/\.zip$/i.test(fileName) ? 'index.html' : null;
}

/** A page with a zip at its end would differ between browsers and downloaders. */
async function refusePolyglot(source: RandomAccess): Promise<void> {
  const length = Math.min(source.size, zipEndBytes);
  const tail = await source.read(source.size - length, length);
  if (!tail.includes(zipEnd, 0, 'latin1')) return;
  throw new BuildRefusedError(
    'This file is two things at once: it ends as a zip but does not begin as one.',
    ['Please upload either the .zip or the file alone.'],
  );
}
