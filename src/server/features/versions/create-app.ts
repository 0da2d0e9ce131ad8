import type { Application } from '#shared/apps.ts';
import { buildFileMessages, buildFileProblem } from '#shared/build-file.ts';
import { FluxError } from '#shared/errors.ts';
import type { Theme } from '#shared/themes.ts';
import { firstVersionNumber } from '#shared/versions.ts';
import type { Context } from '../../context.ts';
import { announce } from '../../platform/db/changes.ts';
import type { ReceivedFile } from '../../platform/http/form.ts';
import { newId, newSecret } from '../../platform/ids.ts';
import type { Tables } from '../../schema.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { getApp } from '../apps/read.ts';
import { insertApp } from '../apps/store.ts';
import { markPublished } from '../uploads/take.ts';
import type { KeptBuild } from './keep-build.ts';
import type { GivenBuild, Published, Publisher } from './publisher.ts';
import { insertVersion } from './store.ts';

interface CreateInput {
  uploadId?: string | undefined;
  name: string;
  description: string;
  organizationId?: string | null | undefined;
  isPublic: boolean;
  theme: Theme;
}

/**
 * Publishes a build as version 1.0.0 of a new application.
 * @throws FluxError `invalid_input`, and what `Publisher.publish` throws
 */
export async function createApp(
  context: Context,
  publisher: Publisher,
  viewer: Viewer,
  input: CreateInput,
  file: ReceivedFile | undefined,
): Promise<Application> {
  if (input.organizationId) throw invalid('organizationId', 'Please select an organization');
  const given = givenBuild(input.uploadId, file, context.config.maxUploadBytes);
  const { appId } = await publisher.publish(viewer, given, (build, uploadId) =>
    commitNewApp(context, viewer, input, build, uploadId),
  );
  return getApp(context, viewer, appId);
}

async function commitNewApp(
  context: Context,
  viewer: Viewer,
  input: CreateInput,
  build: KeptBuild,
  uploadId: string | null,
): Promise<Published> {
  const published = { appId: newId(), versionId: newId() };
  const now = context.clock.now();
  return context.db.transaction().execute(async (trx) => {
    if (uploadId !== null) {
      const earlier = await markPublished(trx, uploadId, published);
      if (earlier) return earlier;
    }
    await insertApp(trx, {
      id: published.appId,
      ownerId: viewer.id,
      organizationId: null,
      name: input.name,
      description: input.description,
      isPublic: input.isPublic,
      theme: input.theme,
      activeVersionId: published.versionId,
      shareKey: newSecret(),
      createdAt: now,
    });
    await insertVersion(
      trx,
      {
        id: published.versionId,
        appId: published.appId,
        number: firstVersionNumber,
        changelog: '',
        fileName: build.fileName,
        fileSize: build.fileSize,
        originalSha256: build.originalSha256,
        report: build.report,
        uploadedBy: viewer.id,
        uploadedAt: now,
      },
      build.files,
    );
    await announce<Tables>(trx, { kind: 'app', id: published.appId });
    return published;
  });
}

function givenBuild(
  uploadId: string | undefined,
  file: ReceivedFile | undefined,
  maxBytes: number,
): GivenBuild {
  if (file && uploadId !== undefined)
    throw invalid('uploadId', 'Please send either a file or the id of an upload, not both.');
  if (uploadId !== undefined) return { uploadId };
  if (!file || file.size === 0) throw invalid('build', buildFileMessages.missing);
  const problem = buildFileProblem({ name: file.fileName, type: file.type, size: file.size }, maxBytes);
  if (problem) throw invalid('build', problem);
  return { file };
}

function invalid(field: string, message: string): FluxError {
  return new FluxError('invalid_input', message, { fields: { [field]: message } });
}
