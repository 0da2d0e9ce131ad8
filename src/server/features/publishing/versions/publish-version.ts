import type { Context } from '#server/context.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Version } from '#shared/versions/versions.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { requirePlanForVersion } from '../../apps/limits.ts';
import { permit } from '../../apps/permit.ts';
import { findAppForPlay, type SeenApp } from '../../apps/store.ts';
import type { BuildInput } from './build-input.ts';
import { presentVersion } from './present.ts';
import type { Publisher } from './publish.ts';
import { findEntry } from './read.ts';

interface VersionInput {
  /** Blank for the next number. */
  version: string;
  changelog: string;
}

/**
 * Publishes a build as a new version of an application and activates it. If the organization requires approval, the version
 * waits for it. A build that cannot start is held back: it is stored and not activated.
 * @throws FluxError `app_not_found`, `forbidden`, `invalid_input` for an existing number, `subscription_required`,
 * `limit_reached`, `conflict` for an upload that is already published elsewhere, and errors of `Publisher.publish`
 */
export async function publishVersion(
  context: Context,
  publisher: Publisher,
  viewer: Viewer,
  appId: string,
  { version: number, changelog }: VersionInput,
  build: BuildInput,
): Promise<Version> {
  // Before the queue: a refusal need not wait.
  await findToPublish(context, viewer, appId);
  const version = { number, changelog };
  const published = await publisher.publish(viewer, build, { kind: 'version', appId, version });
  if (published.madeApp || published.appId !== appId)
    throw new FluxError(
      'conflict',
      'This upload was already published, but not as a new version of this application.',
    );
  const app = await findToPublish(context, viewer, appId);
  const entry = await findEntry(context, published.versionId);
  if (!entry) throw new FluxError('version_not_found');
  return presentVersion(context.config, viewer, entry, app);
}

/** @throws FluxError `app_not_found`, `forbidden`, `subscription_required` */
export async function checkMayPublish(context: Context, viewer: Viewer, appId: string): Promise<void> {
  await requirePlanForVersion(context, viewer, await findToPublish(context, viewer, appId));
}

async function findToPublish(context: Context, viewer: Viewer, appId: string): Promise<SeenApp> {
  return permit(viewer, await findAppForPlay(context, viewer, appId), 'update');
}
