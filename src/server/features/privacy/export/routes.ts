import type { Context } from '#server/context.ts';
import type { Http } from '#server/platform/http/http.ts';
import type { Release, Semaphore } from '#server/platform/limits/shared-limits.ts';
import { checkExport, exportPath } from '#shared/accounts/personal-data.ts';
import { succeeded } from '#shared/contract/contract.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { requireFreshSignIn } from '../../accounts/own/fresh-sign-in.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { createArchive } from './archive.ts';

/** A browser follows a link to this route, so it checks the session itself. */
export function bindExport(http: Http<Viewer>, context: Context): void {
  const semaphoreOf = (viewer: Viewer): Semaphore => ({ name: `export of ${viewer.id}`, most: 1 });
  const isTaken = () =>
    new FluxError('too_many_requests', 'Your data is already being downloaded.', { retryAfterSeconds: 10 });
  /** To be released when nothing is downloaded, or not any more. */
  const takeTurn = async (viewer: Viewer): Promise<Release> => {
    requireFreshSignIn(context, viewer);
    const release = await context.sharedLimits.tryAcquire([semaphoreOf(viewer)]);
    if (release === null) throw isTaken();
    return release;
  };

  http.bindSignedIn(checkExport, async ({ viewer }) => {
    requireFreshSignIn(context, viewer);
    // Taken and given back, it might be missing to the download that is asked for next.
    if (!(await context.sharedLimits.isFree([semaphoreOf(viewer)]))) throw isTaken();
    return succeeded;
  });

  http.fastify.get(exportPath, { exposeHeadRoute: false }, async (request, reply) => {
    // Cookies go along from other hosts of the same site, and those are builds.
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new FluxError('cross_site');
    const viewer = await http.viewerOf(request);
    if (!viewer) throw new FluxError('unauthenticated');
    const release = await takeTurn(viewer);
    const archive = createArchive(context, viewer.id);
    archive.once('close', release);
    archive.once('error', (error: Error) => {
      if (!reply.raw.destroyed) context.log.error({ err: error }, 'a download of personal data broke off');
    });
    const day = context.clock.now().toISOString().slice(0, 10);
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="flux-data-${day}.zip"`)
      .header('cache-control', 'no-store')
      .send(archive);
  });
}
