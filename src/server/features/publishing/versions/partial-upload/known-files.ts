import type { Context } from '#server/context.ts';
import type { Viewer } from '#server/features/accounts/viewer.ts';
import { permit } from '#server/features/apps/permit.ts';
import { findAppForPlay } from '#server/features/apps/store.ts';
import { canOpen, findForms, identityOf } from '#server/features/storage/read.ts';
import { withSemaphore } from '#server/platform/limits/shared-limits.ts';
import { contentOf, findStored } from './find-stored.ts';

/**
 * Which of the files versions of this app have: places in the list. What other apps have is never told.
 * @throws FluxError `app_not_found`, `forbidden`, `subscription_required`
 */
export async function listKnownFiles(
  context: Context,
  viewer: Viewer,
  appId: string,
  sha256s: readonly string[],
): Promise<number[]> {
  const app = permit(viewer, await findAppForPlay(context, viewer, appId), 'update');
  const { kept, readable } = await inTurn(context, viewer, async () => {
    const kept = await findStored(context.db, app.id, sha256s);
    return { kept, readable: await listReadable(context, [...kept.values()].map(contentOf)) };
  });
  return sha256s.flatMap((sha256, index) => {
    const source = kept.get(sha256);
    return source && readable.has(contentOf(source).toString('hex')) ? [index] : [];
  });
}

/**
 * To look for ten thousand files takes the database a while. Whoever asks for much at once waits for themselves, and all
 * who ask leave most of the connections to others.
 */
function inTurn<Result>(
  { sharedLimits }: Context,
  { id }: Viewer,
  work: () => Promise<Result>,
): Promise<Result> {
  return withSemaphore(sharedLimits, { name: `known files of ${id}`, most: 1 }, () =>
    withSemaphore(sharedLimits, { name: 'known files', most: 2 }, work),
  );
}

/** Nobody should leave out what the server could not put back in. */
async function listReadable(context: Context, contents: readonly Buffer[]): Promise<Set<string>> {
  const distinct = new Map(contents.map((content) => [content.toString('hex'), content]));
  const readable = new Set<string>();
  for (const [sha256, forms] of await findForms(context, [...distinct.values()])) {
    const form = identityOf(forms);
    if (form && (await canOpen(context, form))) readable.add(sha256);
  }
  return readable;
}
