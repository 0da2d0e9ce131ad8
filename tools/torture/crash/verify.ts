import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Answer } from '#server/testing/http/request.ts';
import { request } from '#server/testing/http/request.ts';
import type { TestServer } from '#server/testing/servers/server.ts';
import { listApplications } from '#shared/apps/apps.ts';
import { listUploads, uploadsPath } from '#shared/versions/uploads.ts';
import { listVersions } from '#shared/versions/versions.ts';
import type { Random } from '../random.ts';
import type { CrashBuild } from './builds.ts';
import type { LedgerApp } from './ledger.ts';
import type { CrashUser } from './user.ts';

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

/**
 * Checks the operation that the crash interrupted, which must be complete or absent, and sends it again as a
 * client would.
 * @returns violations
 */
export async function settle(user: CrashUser): Promise<string[]> {
  const { ledger } = user;
  const { pending } = ledger;
  ledger.pending = null;
  if (!pending) return [];
  switch (pending.kind) {
    case 'upload':
      return pending.upload ? resume(user, pending.upload) : forget(user);
    case 'create':
      // Sent again as by a client after a broken connection. Publishing it twice would create a second
      // application.
      await user.create(pending.upload);
      return [];
    case 'publish':
      await user.publish(pending.app, pending.upload);
      return [];
    case 'activate':
      return adoptActive(user, pending.app, pending.versionId);
    case 'delete-version': {
      const gone = !(await user.versionIds(pending.app.id)).includes(pending.versionId);
      if (gone) pending.app.versions.delete(pending.versionId);
      return [];
    }
    case 'delete-app': {
      const answer = await user.fetch(`/api/applications/${pending.app.id}`);
      if (answer.status === 404) ledger.apps.delete(pending.app.id);
      return [];
    }
  }
}

/** An upload without a response may exist. Its id is unknown, so it is abandoned. */
async function forget(user: CrashUser): Promise<string[]> {
  for (const { id } of await user.person.call(listUploads)) await user.giveUp(id);
  return [];
}

async function resume(user: CrashUser, upload: Parameters<CrashUser['create']>[0]): Promise<string[]> {
  const headers = { 'tus-resumable': '1.0.0' };
  const answer = await user.fetch(`${uploadsPath}/${upload.id}`, { method: 'HEAD', headers });
  const offset = Number(answer.headers['upload-offset']);
  if (answer.status !== 200 || !(offset >= upload.acknowledged))
    return [
      `upload ${upload.id}: ${upload.acknowledged} bytes were acknowledged, ${answer.status} says ${offset}`,
    ];
  upload.acknowledged = offset;
  await user.upload(upload);
  if (user.hasRoom) await user.create(upload);
  else await user.giveUp(upload.id);
  return [];
}

async function adoptActive(user: CrashUser, app: LedgerApp, wanted: string): Promise<string[]> {
  const { versions } = await user.person.call(listVersions, { params: { id: app.id } });
  const active = versions.filter((version) => version.isActive).map(({ id }) => id);
  const [only] = active;
  if (active.length !== 1 || !only || ![wanted, app.activeId].includes(only))
    return [`app ${app.id}: active is ${active.join(', ')}, and was ${app.activeId} or ${wanted}`];
  app.activeId = only;
  return [];
}

/**
 * Checks the acknowledged state of an account against the server's responses and files.
 * @returns violations
 */
export async function verify(server: TestServer, user: CrashUser, random: Random): Promise<string[]> {
  const { items } = await user.person.call(listApplications, { query: { filter: 'my-apps', limit: 100 } });
  const found = differences(
    'apps',
    [...user.ledger.apps.keys()],
    items.map(({ id }) => id),
  );
  for (const app of user.ledger.apps.values()) found.push(...(await verifyApp(server, user, app, random)));
  return found;
}

async function verifyApp(
  server: TestServer,
  user: CrashUser,
  app: LedgerApp,
  random: Random,
): Promise<string[]> {
  const { versions } = await user.person.call(listVersions, { params: { id: app.id } });
  const listed = versions.map(({ id }) => id);
  const active = versions.filter(({ isActive }) => isActive).map(({ id }) => id);
  const found = [
    ...differences(`versions of ${app.id}`, [...app.versions.keys()], listed),
    ...differences(`active version of ${app.id}`, [app.activeId], active),
  ];
  for (const [versionId, build] of app.versions) {
    for (const path of build.files.keys()) {
      const address =
        versionId === app.activeId && random.below(2) === 0 ? `/${path}` : `/${path}?v=${versionId}`;
      found.push(...(await verifyFile(server, app.id, address, build.files.get(path) ?? '', random)));
    }
    found.push(...(await verifyDownload(server, user, app.id, versionId, build)));
  }
  return found;
}

async function verifyFile(
  server: TestServer,
  appId: string,
  address: string,
  sha256: string,
  random: Random,
): Promise<string[]> {
  const encoding = random.pick(['identity', 'gzip', 'br', 'zstd', 'gzip, br, zstd']);
  const answer = await fetchContent(server, appId, address, encoding);
  const decode = decoders[String(answer.headers['content-encoding'])];
  const body = decode && answer.status === 200 ? decode(answer.body) : answer.body;
  const served = createHash('sha256').update(body).digest('hex');
  return answer.status === 200 && served === sha256
    ? []
    : [
        `${appId}${address} (${encoding}): ${answer.status} with ${body.length} bytes of ${served}, not ${sha256}`,
      ];
}

async function fetchContent(
  server: TestServer,
  appId: string,
  path: string,
  encoding: string,
): Promise<Answer> {
  const { host } = new URL(server.context.config.publicUrl);
  const headers = {
    host: `${appId}.${host}`,
    origin: undefined,
    'sec-fetch-site': undefined,
    'accept-encoding': encoding,
  };
  const answer = await request(server, path, { headers });
  const { location } = answer.headers;
  if (answer.status < 300 || answer.status >= 400 || !location) return answer;
  const { pathname, search } = new URL(location, `http://${headers.host}${path}`);
  return fetchContent(server, appId, pathname + search, encoding);
}

async function verifyDownload(
  server: TestServer,
  user: CrashUser,
  appId: string,
  versionId: string,
  { zip }: CrashBuild,
): Promise<string[]> {
  const door = await user.fetch(`/api/applications/${appId}/download?version=${versionId}`);
  if (!door.headers.location) return [`no download of ${versionId}: ${door.status} ${door.text()}`];
  const { pathname, search } = new URL(door.headers.location);
  const answer = await fetchContent(server, appId, pathname + search, 'identity');
  return answer.body.equals(zip) ? [] : [`the download of ${versionId} is not what was uploaded`];
}

function differences(what: string, expected: readonly string[], found: readonly string[]): string[] {
  const missing = expected
    .filter((id) => !found.includes(id))
    .map((id) => `${what}: ${id} was acknowledged and is lost`);
  const more = found
    .filter((id) => !expected.includes(id))
    .map((id) => `${what}: ${id} is there and should not be`);
  const twice = new Set(found).size === found.length ? [] : [`${what}: one is listed twice`];
  return [...missing, ...more, ...twice];
}
