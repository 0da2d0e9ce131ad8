import { readFile, writeFile } from 'node:fs/promises';
import { allowOnly, drawPicture, PictureRefusedError, TooManyPixelsError } from './draw-picture.ts';
import { type DrawMessage, type DrawRequest, tookTooLongMessage } from './drawing-messages.ts';

/** What decoding the largest picture takes, with room. */
const maxMemoryBytes = 512 * 1_048_576;
const lookEveryMs = 20;

/** The process that decodes one picture, isolated from the server. */
process.once('message', (request: DrawRequest) => {
  // Exits with its parent.
  process.once('disconnect', () => process.exit(1));
  // A terminal's Ctrl-C reaches every process; a server that drains its requests still needs this answer.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  // The decoders' memory is not on the heap, so no flag limits it. They run in other threads; this one checks.
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (process.memoryUsage.rss() > maxMemoryBytes)
      void finish({ kind: 'refused', reason: 'The picture needs too much memory to be opened.' });
    else if (user + system > request.maxCpuSeconds * 1e6)
      void finish({ kind: 'refused', reason: tookTooLongMessage });
  }, lookEveryMs).unref();
  void answer(request).then(finish);
});

async function finish(message: DrawMessage): Promise<void> {
  await new Promise((resolve) => process.send?.(message, resolve));
  process.exit(0);
}

async function answer({ path, kind, targets }: DrawRequest): Promise<DrawMessage> {
  try {
    allowOnly(kind);
    const drawn = await drawPicture(await readFile(path));
    await writeFile(targets.small, drawn.small);
    await writeFile(targets.large, drawn.large);
    return { kind: 'done' };
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): DrawMessage {
  if (error instanceof TooManyPixelsError) return { kind: 'too_many_pixels', size: error.size };
  if (error instanceof PictureRefusedError) return { kind: 'refused', reason: error.message };
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
    return { kind: 'storage_full' };
  return { kind: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
