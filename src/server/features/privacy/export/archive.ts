import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Context } from '#server/context.ts';
import { findForms } from '../../storage/read.ts';
import { type ExportedFile, writeDataFile } from './data-file.ts';

type Services = Pick<Context, 'db' | 'clock' | 'stores'>;

/**
 * A zip of all of a user's data, streamed: one file is open at a time. Builds are stored uncompressed, because they
 * are compressed already. If a file is unreadable or the client disconnects, the stream fails, so that no truncated
 * archive looks complete.
 */
export function createArchive(context: Services, userId: string): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const files: ExportedFile[] = [];
  let open: Readable | null = null;

  /** The library neither handles errors of its inputs nor closes them when its reader ends. */
  const reading = (stream: Readable): Readable => {
    open = stream;
    stream.on('error', (error) => output.destroy(error));
    return stream;
  };
  output.on('close', () => open?.destroy());
  zip.on('error', (error: Error) => output.destroy(error));

  const addFiles = () => {
    for (const file of files) {
      const options = { size: file.size, compress: false, mtime: file.uploadedAt };
      zip.addReadStreamLazy(file.name, options, (give) => {
        openOriginal(context, file)
          .then((stream) => {
            if (output.destroyed) stream.destroy();
            else give(null, reading(stream));
          })
          .catch((error: Error) => output.destroy(error));
      });
    }
    zip.end();
  };
  const pieces = async function* () {
    yield* writeDataFile(context, userId, (file) => files.push(file));
    addFiles();
  };
  zip.addReadStream(reading(Readable.from(pieces(), { objectMode: false })), 'data.json', {
    mtime: context.clock.now(),
  });
  return output;
}

async function openOriginal(context: Services, file: ExportedFile): Promise<Readable> {
  const sha256 = file.sha256.toString('hex');
  const forms = (await findForms(context, [file.sha256])).get(sha256);
  const original = forms?.find(({ encoding }) => encoding === 'identity');
  if (!original) throw new Error(`The original ${sha256} of ${file.name} is not in the store.`);
  const store = await context.stores.of(original.storageId);
  return store.get(original.key);
}
