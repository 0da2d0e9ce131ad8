import { Budget } from '#server/features/publishing/builds/archive/budget.ts';
import { defaultIngestLimits } from '#server/features/publishing/builds/archive/limits.ts';
import { readUpload } from '#server/features/publishing/builds/archive/read-upload.ts';
import { Staging } from '#server/features/publishing/builds/archive/staging.ts';
import { inspectTree } from '#server/features/publishing/builds/inspect/inspect.ts';
import { BuildRefusedError, type BuildTree } from '#server/features/publishing/builds/tree.ts';
import type { ReadAnswer, ReadOne, Refusal } from './messages.ts';

/**
 * Does the work of the product's sandboxed process for one archive after another, without a start for each.
 */
process.on('message', (request: ReadOne) => {
  void answer(request).then((message) => process.send?.(message));
});
process.once('disconnect', () => process.exit(0));

async function answer(request: ReadOne): Promise<ReadAnswer> {
  try {
    const budget = new Budget(defaultIngestLimits, request.folder);
    const tree = await readUpload(request.path, 'game.zip', new Staging(request.folder, budget), budget);
    const files = tree.files.map(({ path, sha256, storedEncoding }) => ({ path, sha256, storedEncoding }));
    return { kind: 'accepted', files, served: await serve(tree) };
  } catch (error) {
    if (error instanceof BuildRefusedError) return { kind: 'refused', refusal: refusalOf(error) };
    return { kind: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function serve(tree: BuildTree): Promise<{ paths: string[] } | { refused: Refusal }> {
  try {
    return { paths: (await inspectTree(tree)).files.map((file) => file.path).sort() };
  } catch (error) {
    if (error instanceof BuildRefusedError) return { refused: refusalOf(error) };
    throw error;
  }
}

function refusalOf({ message, details }: BuildRefusedError): Refusal {
  return { message, details };
}
