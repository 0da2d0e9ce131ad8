import { itemsPerMessage, type ReadMessage, type ReadRequest } from './ingest-messages.ts';
import { readBuild } from './read-build.ts';
import { BuildRefusedError } from './tree.ts';

/**
 * Buffers are used once here, and V8 would let more than 60 MB of them accumulate before a collection. A minor one
 * takes about a millisecond.
 */
const collectEveryMs = 20;

/** The process that reads one upload, isolated from the server. */
process.once('message', (request: ReadRequest) => {
  // Exits with its parent.
  process.once('disconnect', () => process.exit(1));
  // A terminal's Ctrl-C reaches every process; a draining server still needs this result.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  setInterval(() => globalThis.gc?.({ type: 'minor' }), collectEveryMs).unref();
  void answer(request).then(() => process.exit(0));
});

async function answer(request: ReadRequest): Promise<void> {
  try {
    await send({ kind: 'begun' });
    const { report, files, packedFiles, blobs, original } = await readBuild(request);
    for (const part of pieces(files)) await send({ kind: 'files', files: part });
    for (const part of pieces(packedFiles)) await send({ kind: 'packed', files: part });
    for (const part of pieces(blobs)) await send({ kind: 'blobs', blobs: part });
    await send({ kind: 'done', report, original });
  } catch (error) {
    await send(describe(error));
  }
}

function describe(error: unknown): ReadMessage {
  if (error instanceof BuildRefusedError) {
    return { kind: 'refused', message: error.message, details: error.details };
  }
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) {
    return { kind: 'storage_full' };
  }
  return { kind: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function* pieces<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += itemsPerMessage) yield items.slice(at, at + itemsPerMessage);
}

function send(message: ReadMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}
