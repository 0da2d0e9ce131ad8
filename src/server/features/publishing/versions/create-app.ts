import type { Context } from '#server/context.ts';
import type { ReceivedFile } from '#server/platform/http/input/form.ts';
import type { Application } from '#shared/apps/apps.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { requireAppLimit } from '../../apps/limits.ts';
import { requireMayUpload } from '../../apps/organization.ts';
import { getApp } from '../../apps/read.ts';
import { keepThumbnail } from '../../apps/thumbnails/keep.ts';
import { readUploadLimits } from '../../storage/limits.ts';
import { buildInput } from './build-input.ts';
import type { NewApplication } from './commit.ts';
import type { Publisher } from './publish.ts';

interface CreateInput extends Omit<NewApplication, 'organizationId' | 'thumbnail'> {
  uploadId?: string | undefined;
  organizationId?: string | null | undefined;
}

/**
 * Publishes a build as version 1.0.0 of a new application, with its thumbnail. If the organization requires approval, the
 * upload of a plain member is private until it is approved.
 * @throws FluxError `invalid_input`, `subscription_required`, `limit_reached`, `conflict` for an upload that is already a
 * version of another application, and errors of `keepThumbnail` and `Publisher.publish`
 */
export async function createApp(
  context: Context,
  publisher: Publisher,
  viewer: Viewer,
  { uploadId, ...input }: CreateInput,
  files: { build?: ReceivedFile | undefined; thumbnail?: ReceivedFile | undefined } = {},
): Promise<Application> {
  const build = buildInput(uploadId, files.build, await readUploadLimits(context));
  const { organizationId } = await requireMayUpload(context.db, viewer, input.organizationId).catch(
    async (error: unknown) => {
      // The end of a plan suspends its organizations. Then the plan is the better reason.
      await requireAppLimit(context, viewer);
      throw error;
    },
  );
  // Before the build, which takes longer to read.
  const thumbnail = files.thumbnail ? await keepThumbnail(context, files.thumbnail) : null;
  const application = { ...input, organizationId, thumbnail };
  const { appId, madeApp } = await publisher.publish(viewer, build, { kind: 'application', application });
  if (!madeApp)
    throw new FluxError(
      'conflict',
      'This upload was already published as a new version of another application.',
    );
  return getApp(context, viewer, appId);
}
