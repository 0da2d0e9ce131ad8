import { randomBytes } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { checkGeneration, describe, type Exchange, json, Refusal } from './google-answers.ts';
import type { Draft, ObjectRepository, ObjectWords } from './google-objects.ts';

const wordsSchema = z.looseObject({
  name: z.optional(z.string()),
  md5Hash: z.optional(z.string()),
  crc32c: z.optional(z.string()),
  contentType: z.optional(z.string()),
  cacheControl: z.optional(z.string()),
  contentDisposition: z.optional(z.string()),
  contentEncoding: z.optional(z.string()),
  contentLanguage: z.optional(z.string()),
  metadata: z.optional(z.record(z.string(), z.string())),
});

/** Parts of an upload, except its last, are multiples of this; the rest must be sent again. */
const granule = 262_144;

interface Session {
  draft: Draft;
  url: URL;
  isOver: boolean;
}

/** Uploads of objects: in one request (`multipart`), or in parts chosen by the client (`resumable`). */
export class GoogleUploads {
  readonly #repository: ObjectRepository;
  readonly #sessions = new Map<string, Session>();
  #isFull = false;

  constructor(repository: ObjectRepository) {
    this.#repository = repository;
  }

  get unfinished(): number {
    return [...this.#sessions.values()].filter(({ isOver }) => !isOver).length;
  }

  fillUp(isFull: boolean): void {
    this.#isFull = isFull;
  }

  async answer(exchange: Exchange, bucket: string): Promise<void> {
    const { request, url } = exchange;
    const id = url.searchParams.get('upload_id');
    if (id !== null) return this.#goOn(exchange, id);
    if (this.#isFull && url.searchParams.get('uploadType') !== 'resumable') {
      request.resume();
      throw new Refusal(507, 'insufficientStorage', 'There is no room.');
    }
    const type = url.searchParams.get('uploadType');
    if (request.method !== 'POST' || (type !== 'multipart' && type !== 'resumable'))
      throw new Refusal(400, 'invalid', `This server knows no upload of the type ${type}.`);
    return type === 'multipart' ? this.#multipart(exchange, bucket) : this.#begin(exchange, bucket);
  }

  async #multipart(exchange: Exchange, bucket: string): Promise<void> {
    const { request, url } = exchange;
    const boundary = /boundary=([^;]+)/.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
    const body = await buffer(request);
    const first = body.indexOf('\r\n\r\n') + 4;
    const between = body.indexOf(`\r\n--${boundary}\r\n`, first);
    const second = body.indexOf('\r\n\r\n', between + 4) + 4;
    const end = body.lastIndexOf(`\r\n--${boundary}--`);
    if (boundary === '' || between < 0 || second < 4 || end < second)
      throw new Refusal(400, 'badRequest', 'Malformed multipart body.');
    const draft = this.#repository.draft(bucket, wordsOf(body.subarray(first, between).toString(), url));
    await draft.append(body.subarray(second, end));
    await this.#finish({ draft, url, isOver: false }, exchange);
  }

  async #begin({ request, response, url }: Exchange, bucket: string): Promise<void> {
    const words = wordsOf(await text(request), url);
    const id = randomBytes(24).toString('base64url');
    this.#sessions.set(id, { draft: this.#repository.draft(bucket, words), url, isOver: false });
    url.searchParams.set('upload_id', id);
    response.writeHead(200, { location: url.href, 'x-guploader-uploadid': id }).end();
  }

  async #goOn(exchange: Exchange, id: string): Promise<void> {
    const { request, response } = exchange;
    const session = this.#sessions.get(id);
    if (!session) throw new Refusal(404, 'notFound', 'No such upload.');
    if (request.method === 'DELETE') {
      session.isOver = true;
      await session.draft.drop();
      this.#sessions.delete(id);
      response.writeHead(499).end();
      return;
    }
    const range = /^bytes (?:\*|(\d+)-(\d+))\/(\d+|\*)$/.exec(request.headers['content-range'] ?? '');
    if (!range) throw new Refusal(400, 'badRequest', 'A part says where it belongs.');
    const [, from, to, size] = range;
    if (this.#isFull && from !== undefined) {
      request.resume();
      throw new Refusal(507, 'insufficientStorage', 'There is no room.');
    }
    if (session.isOver) return json(response, this.#described(session));
    if (from !== undefined) await this.#take(session, request, Number(from), Number(to) + 1 === Number(size));
    if (String(session.draft.size) === size && from !== undefined) return this.#finish(session, exchange);
    const kept = session.draft.size;
    response.writeHead(308, kept > 0 ? { range: `bytes=0-${kept - 1}` } : {}).end();
  }

  /** Received bytes are kept; of a part that is not the last in whole granules. */
  async #take(
    { draft }: Session,
    request: Exchange['request'],
    from: number,
    isLast: boolean,
  ): Promise<void> {
    let skip = draft.size - from;
    if (skip < 0) throw new Refusal(400, 'badRequest', 'A part is missing before this one.');
    let rest = Buffer.alloc(0);
    try {
      for await (const chunk of request) {
        const fresh = chunk.subarray(Math.min(skip, chunk.length));
        skip -= chunk.length - fresh.length;
        rest = Buffer.concat([rest, fresh]);
        const whole = rest.length - (rest.length % granule);
        await draft.append(rest.subarray(0, whole));
        rest = rest.subarray(whole);
      }
    } catch {
      return;
    }
    if (isLast) await draft.append(rest);
  }

  async #finish(session: Session, { request, response }: Exchange): Promise<void> {
    const { draft, url } = session;
    checkGeneration(url, this.#repository.bucket(draft.bucket)?.get(draft.words.name));
    const hashes = String(request.headers['x-goog-hash'] ?? '').split(',');
    const told = (name: string) => hashes.find((hash) => hash.startsWith(`${name}=`))?.slice(name.length + 1);
    session.isOver = true;
    const stored = await draft.finish({ md5: told('md5'), crc32c: told('crc32c') });
    if (!stored) throw new Refusal(400, 'invalid', 'Provided hash does not match the calculated one.');
    await this.#repository.put(stored);
    json(response, describe(stored));
  }

  #described({ draft }: Session): unknown {
    const stored = this.#repository.bucket(draft.bucket)?.get(draft.words.name);
    return stored ? describe(stored) : {};
  }
}

function wordsOf(body: string, url: URL): ObjectWords {
  const words = z.safeParse(wordsSchema, body === '' ? {} : JSON.parse(body));
  const name = url.searchParams.get('name') ?? (words.success ? words.data.name : undefined);
  if (!words.success || !name) throw new Refusal(400, 'required', 'Required');
  return { ...words.data, name };
}
