import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Accounts, makeServiceAccount, type ServiceAccount } from './google-accounts.ts';
import { checkGeneration, describe, type Exchange, json, Refusal, refuse } from './google-answers.ts';
import { ObjectRepository, type StoredObject } from './google-objects.ts';
import { GoogleUploads } from './google-uploads.ts';

/** A server on loopback that speaks Google Cloud Storage's JSON API as the official client uses it, and its tokens. */
export interface GoogleServer {
  /** Origin, for `FLUX_GOOGLE_STORAGE_ENDPOINT`. */
  url: string;
  port: number;
  /** May do everything in every bucket. */
  account: ServiceAccount;
  /** A known account without permissions. */
  powerless: ServiceAccount;
  objects: ObjectRepository;
  accounts: Accounts;
  /** The method and path of each request that came. */
  requests: string[];
  /** How many uploads were begun and are neither finished nor given up. */
  unfinishedUploads(): number;
  /** Takes no more bytes from now on. */
  fillUp(isFull?: boolean): void;
  close(): Promise<void>;
}

export async function startGoogleServer({
  buckets = ['flux'],
}: {
  buckets?: string[];
} = {}): Promise<GoogleServer> {
  const folder = await mkdtemp(join(tmpdir(), 'flux-google-'));
  const repository = new ObjectRepository(folder);
  for (const bucket of buckets) repository.addBucket(bucket);
  const accounts = new Accounts();
  const account = makeServiceAccount('flux');
  const powerless = makeServiceAccount('powerless');
  accounts.add(account);
  accounts.add(powerless);
  const uploads = new GoogleUploads(repository);
  const requests: string[] = [];

  async function answer(exchange: Exchange): Promise<void> {
    const { request, response, url } = exchange;
    requests.push(`${request.method} ${url.pathname}`);
    if (url.pathname === '/token') return grant(accounts, exchange);
    const isSigned = url.searchParams.has('X-Goog-Signature');
    if (isSigned) return download(repository, accounts, exchange);
    // The address of an upload is its own proof.
    const isUpload = url.searchParams.has('upload_id');
    const who = accounts.whose(request.headers.authorization);
    if (!isUpload && who === null) throw new Refusal(401, 'authError', 'Invalid Credentials');
    if (!isUpload && who !== account.email)
      throw new Refusal(403, 'forbidden', `${who} does not have storage.objects access to the bucket.`);
    const [, way = '', name = '', isObjects, object] =
      /^(\/upload)?\/storage\/v1\/b\/([^/]+)(\/o)?(?:\/(.+))?$/
        .exec(url.pathname)
        ?.map((part) => part ?? '') ?? [];
    const bucket = decodeURIComponent(name);
    const known = repository.bucket(bucket);
    if (!known) throw new Refusal(404, 'notFound', 'The specified bucket does not exist.');
    if (way !== '') return uploads.answer(exchange, bucket);
    if (!isObjects)
      return json(response, { kind: 'storage#bucket', id: bucket, name: bucket, location: 'EU' });
    if (!object) return list(known, exchange);
    const found = known.get(decodeURIComponent(object));
    checkGeneration(url, found);
    if (!found || (url.searchParams.get('generation') ?? found.generation) !== found.generation)
      throw new Refusal(404, 'notFound', `No such object: ${bucket}/${decodeURIComponent(object)}`);
    if (request.method === 'DELETE') {
      await repository.delete(found);
      response.writeHead(204).end();
    } else if (url.searchParams.get('alt') === 'media') await send(repository, found, exchange, {});
    else json(response, describe(found));
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    answer({ request, response, url }).catch((error: unknown) => refuse(response, error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    account,
    powerless,
    objects: repository,
    accounts,
    requests,
    unfinishedUploads: () => uploads.unfinished,
    fillUp: (isFull = true) => uploads.fillUp(isFull),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function list(known: Map<string, StoredObject>, { response, url }: Exchange): void {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = Buffer.from(url.searchParams.get('pageToken') ?? '', 'base64url').toString();
  const most = Math.min(1_000, Number(url.searchParams.get('maxResults') ?? 1_000));
  const names = [...known.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
  const items = names.slice(0, most).flatMap((name) => {
    const found = known.get(name);
    return found ? [describe(found)] : [];
  });
  const last = names[most - 1];
  json(response, {
    kind: 'storage#objects',
    ...(items.length > 0 && { items }),
    ...(names.length > most && last && { nextPageToken: Buffer.from(last).toString('base64url') }),
  });
}

async function send(
  repository: ObjectRepository,
  found: StoredObject,
  { request, response }: Exchange,
  headers: Record<string, string>,
): Promise<void> {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const range =
    from === undefined
      ? null
      : { start: Number(from), end: Math.min(to ? Number(to) : Number.POSITIVE_INFINITY, found.size - 1) };
  if (range && range.start >= found.size)
    throw new Refusal(416, 'requestedRangeNotSatisfiable', 'Request range not satisfiable');
  response.writeHead(range ? 206 : 200, {
    'content-type': found.contentType ?? 'application/octet-stream',
    'content-length': range ? range.end - range.start + 1 : found.size,
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${found.size}` }),
    etag: `"${found.generation}"`,
    'x-goog-generation': found.generation,
    'x-goog-hash': `crc32c=${found.crc32c},md5=${found.md5Hash}`,
    'x-goog-stored-content-encoding': found.contentEncoding ?? 'identity',
    ...headers,
  });
  await pipeline(repository.read(found, range), response).catch(() => response.destroy());
}

async function download(repository: ObjectRepository, accounts: Accounts, exchange: Exchange): Promise<void> {
  const { request, url } = exchange;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join() : value,
    ]),
  );
  if (!accounts.isSigned(request.method ?? '', url, headers))
    throw new Refusal(403, 'SignatureDoesNotMatch', 'Access denied.');
  const [, bucket = '', ...rest] = url.pathname.split('/');
  const found = repository.bucket(bucket)?.get(decodeURIComponent(rest.join('/')));
  if (!found) throw new Refusal(404, 'notFound', 'The specified key does not exist.');
  const disposition = url.searchParams.get('response-content-disposition');
  const type = url.searchParams.get('response-content-type');
  await send(repository, found, exchange, {
    ...(disposition && { 'content-disposition': disposition }),
    ...(type && { 'content-type': type }),
  });
}

async function grant(accounts: Accounts, { request, response }: Exchange): Promise<void> {
  const form = new URLSearchParams(await text(request));
  const isRight = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  const token = isRight ? accounts.grant(form.get('assertion') ?? '') : null;
  if (token !== null) return json(response, { access_token: token, expires_in: 3599, token_type: 'Bearer' });
  response
    .writeHead(400, { 'content-type': 'application/json; charset=UTF-8' })
    .end(JSON.stringify({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }));
}
