import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { BuildReport, ContentEncoding, FileRole } from '#shared/versions/versions.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../db/schema.ts';
import { insertApp } from '../features/apps/store.ts';
import { insertVersion } from '../features/publishing/versions/store.ts';
import { putBlobs } from '../features/storage/put-blobs.ts';
import { announce } from '../platform/db/changes.ts';
import { newId, newSecret } from '../platform/ids.ts';
import { type Answer, type RequestInit, request } from '../testing/http/request.ts';
import { plainReport } from '../testing/people/apps.ts';
import type { TestServer } from '../testing/servers/server.ts';
import { appOrigin } from './routing/hosts.ts';

interface TestBuildFile {
  content: string | Buffer;
  type?: string;
  role?: FileRole;
  /** Besides identity; a file without any is not encodable unless `encodable` says so. */
  encodings?: Exclude<ContentEncoding, 'identity'>[];
  encodable?: boolean;
}
export type TestBuild = Record<string, TestBuildFile>;

export const encode = {
  gzip: (content: Buffer, level = 6) => gzipSync(content, { level }),
  zstd: (content: Buffer) => zstdCompressSync(content),
  br: (content: Buffer, quality = 5) =>
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
};

export function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface AppOptions {
  isPublic?: boolean;
  organizationId?: string;
  /** Where not, its version waits for approval. */
  isApproved?: boolean;
  report?: Partial<BuildReport>;
  fileName?: string;
}

/** Makes an app of one version the way publishing does, without an archive. */
export async function makeApp(
  { context }: TestServer,
  ownerId: string,
  build: TestBuild,
  options: AppOptions = {},
): Promise<{ appId: string; versionId: string; shareKey: string }> {
  const [appId, versionId, shareKey] = [newId(), newId(), newSecret()];
  const files = await keepFiles(context, build);
  await context.db.transaction().execute(async (trx) => {
    await insertApp(trx, {
      id: appId,
      ownerId,
      organizationId: options.organizationId ?? null,
      name: 'Test',
      description: '',
      isPublic: options.isPublic ?? true,
      isApproved: options.isApproved ?? true,
      theme: 'vanilla',
      activeVersionId: versionId,
      shareKey,
      createdAt: context.clock.now(),
    });
    const version = versionRow(context, { appId, versionId, ownerId }, '1.0.0', options);
    await insertVersion(trx, version, files);
  });
  return { appId, versionId, shareKey };
}

/** Adds a version to an app and makes it the active one, unless it waits for approval. */
export async function addVersion(
  { context }: TestServer,
  { appId, ownerId }: { appId: string; ownerId: string },
  build: TestBuild,
  { isApproved = true } = {},
): Promise<string> {
  const versionId = newId();
  const files = await keepFiles(context, build);
  await context.db.transaction().execute(async (trx) => {
    const number = `2.0.${randomBytes(2).readUInt16BE()}`;
    const version = versionRow(context, { appId, versionId, ownerId }, number, { isApproved });
    await insertVersion(trx, version, files);
    if (isApproved)
      await trx.updateTable('apps').set({ active_version_id: versionId }).where('id', '=', appId).execute();
    await announce<Tables>(trx, { kind: 'app', id: appId });
  });
  await heard(context, appId);
  return versionId;
}

/** Changes an app's row and waits until delivery has heard of it. */
export async function changeApp(
  { context }: TestServer,
  appId: string,
  change: { is_public?: boolean; share_key?: string | null; active_version_id?: string },
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    await trx.updateTable('apps').set(change).where('id', '=', appId).execute();
    await announce<Tables>(trx, { kind: 'app', id: appId });
  });
  await heard(context, appId);
}

/** Announcements arrive in order, so one of ours that has come back means the earlier ones have too. */
export async function heard(context: Context, id: string): Promise<void> {
  const mark = { kind: 'test-mark', id: `${id} ${newId()}` };
  await new Promise<void>((resolve, reject) => {
    const forget = context.changes.subscribe({
      onChange: (change) => {
        if (change.id !== mark.id) return;
        forget();
        resolve();
      },
      onGap: () => {},
    });
    announce(context.db, mark).catch(reject);
  });
}

/** Adds a form to content that is already kept, or replaces the one it has. */
export async function keepForm(
  context: Context,
  content: Buffer,
  encoding: ContentEncoding,
  bytes: Buffer,
): Promise<void> {
  await context.db
    .deleteFrom('blob_encodings')
    .where('sha256', '=', Buffer.from(sha256(content), 'hex'))
    .where('encoding', '=', encoding)
    .execute();
  await keep(context, content, [{ encoding, bytes }]);
  await heard(context, 'form');
}

/** A request to an app's own origin; redirects are not followed. */
export function visit(
  server: TestServer,
  appId: string,
  path: string,
  headers: RequestInit['headers'] = {},
  method = 'GET',
): Promise<Answer> {
  const { contentOrigin, publicUrl } = server.context.config;
  const { host } = new URL(contentOrigin === null ? publicUrl : appOrigin(contentOrigin, appId));
  return request(server, path, {
    method,
    headers: { host, origin: undefined, 'sec-fetch-site': undefined, ...headers },
  });
}

async function keepFiles(context: Context, build: TestBuild) {
  await keep(context, originalUpload, [{ encoding: 'identity', bytes: originalUpload }]);
  return Promise.all(
    Object.entries(build).map(async ([path, file]) => {
      const content = Buffer.from(file.content);
      const encoded = (file.encodings ?? []).map((encoding) => ({
        encoding,
        bytes: encode[encoding](content),
      }));
      await keep(context, content, [{ encoding: 'identity', bytes: content }, ...encoded]);
      return {
        path,
        sha256: sha256(content),
        size: content.length,
        contentType: file.type ?? 'application/octet-stream',
        role: file.role ?? null,
        encodable: file.encodable ?? encoded.length > 0,
      };
    }),
  );
}

async function keep(
  context: Context,
  content: Buffer,
  forms: { encoding: ContentEncoding; bytes: Buffer }[],
): Promise<void> {
  const staged = forms.map(async ({ encoding, bytes }) => {
    const path = join(context.folders.staging, newId());
    await mkdir(context.folders.staging, { recursive: true });
    await writeFile(path, bytes);
    return { encoding, path, size: bytes.length, storedSha256: sha256(bytes) };
  });
  await putBlobs(context, [
    { sha256: sha256(content), size: content.length, forms: await Promise.all(staged) },
  ]);
}

function versionRow(
  context: Context,
  ids: { appId: string; versionId: string; ownerId: string },
  number: string,
  options: Pick<AppOptions, 'report' | 'fileName' | 'isApproved'>,
) {
  return {
    id: ids.versionId,
    appId: ids.appId,
    number,
    changelog: '',
    fileName: options.fileName ?? 'build.zip',
    fileSize: originalUpload.length,
    originalSha256: sha256(originalUpload),
    report: { ...plainReport, ...options.report },
    uploadedBy: ids.ownerId,
    uploadedAt: context.clock.now(),
    approval: options.isApproved === false ? ('pending' as const) : ('approved' as const),
  };
}

/** What the download of every test version answers. */
export const originalUpload = Buffer.from('PK the upload as it came');
