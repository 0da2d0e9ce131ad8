import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ByteRange } from '../../platform/blobs/blob-store.ts';
import { contentTypeIn, immutableAddress, type ServedFile } from './address.ts';
import { allowsRange, etagOf, matchingTag } from './bytes/etag.ts';
import {
  chooseForm,
  type Form,
  identityOnly,
  readAcceptEncoding,
  readAvailableDictionary,
} from './bytes/negotiate.ts';
import { readRange } from './bytes/range.ts';
import { sendFile, sendStream } from './bytes/send-file.ts';
import { headText, sendWhole } from './bytes/send-whole.ts';
import { leastTurnBytes, sendingTurns } from './bytes/sending-turns.ts';
import { type BlobForms, type Body, type Description, StaleFormError } from './bytes/shelf.ts';
import type { Soon } from './bytes/soon.ts';
import { type Spared, sparedBy } from './bytes/spared.ts';
import type { Desk } from './desk.ts';
import { type Address, partHeaders, redirectHeaders, responseHeaders, unchangedHeaders } from './headers.ts';
import { type Headers, noticeHeaders } from './protection.ts';

export interface Delivery {
  request: IncomingMessage;
  response: ServerResponse;
  /** What stands before every path of the app in its addresses. */
  base: string;
  file: ServedFile;
  address: Address;
  /** As of `dictionaryPattern`; null also for a browser that could not use it, having no storage of its own here. */
  dictionaryPattern: string | null;
  /** Whether a client may have got a content of this name here, by its sha256 in hexadecimal. */
  maySend?: (sha256: string) => Promise<boolean>;
  isPublic: boolean;
  threads: boolean;
  /**
   * Whether all that led here is known to be still so, but for the file's forms; null where the same request may lead
   * elsewhere all the same, or does more than to be answered.
   */
  holds: (() => boolean) | null;
  /** Sent besides what the file itself calls for. */
  extra: Headers | null;
}

/** Answers one request for one file: negotiates, revalidates, redirects or sends. */
export async function deliver(desk: Desk, delivery: Delivery): Promise<void> {
  try {
    await answer(desk, delivery);
  } catch (error) {
    if (!(error instanceof StaleFormError) || delivery.response.headersSent) throw error;
    // The form was swapped between the look and the grasp; what the database says now is true.
    desk.shelf.drop(delivery.file.sha256);
    await answer(desk, delivery);
  }
}

async function answer(desk: Desk, delivery: Delivery): Promise<void> {
  const { request, response, file, extra } = delivery;
  const known = desk.shelf.forms(file.sha256);
  const blob = known instanceof Promise ? await known : known;
  const weights = file.encodable ? readAcceptEncoding(headerOf(request, 'accept-encoding')) : identityOnly;
  const found = findHeld(blob, delivery);
  const held = found instanceof Promise ? await found : found;
  const chosen = chooseForm(blob.forms, weights, held);
  if (!chosen) throw new StaleFormError(`The blob ${file.sha256} has no identity form.`);
  const described = describe(desk, blob, chosen, delivery);

  const tag = matchingTag(
    headerOf(request, 'if-none-match'),
    file.sha256,
    (encoding) => contentTypeIn(file, encoding),
    weights,
  );
  if (tag !== null || request.headers['if-none-match']?.trim() === '*') {
    const headers = unchangedHeaders({ ...described.headers, ...extra }, tag ?? described.etag);
    response.writeHead(304, headers).end();
    return;
  }
  const elsewhere = delivery.address === 'stable' ? immutableAddress(file) : null;
  if (elsewhere !== null) {
    const { encodable } = file;
    const facts = {
      etag: described.etag,
      encodable,
      isPublic: delivery.isPublic,
      origins: desk.context.config,
    };
    const headers = redirectHeaders(facts, delivery.base + elsewhere);
    response.writeHead(307, { ...headers, ...extra }).end();
    return;
  }
  const part = findPart(desk, blob, weights('identity') > 0, delivery);
  if (part?.range === 'unsatisfiable') {
    const notice = noticeHeaders(desk.context.config);
    response.writeHead(416, { ...notice, 'Content-Range': `bytes */${part.form.size}` });
    response.end('The file has no such range.\n');
  } else if (part) {
    const { headers } = describe(desk, blob, part.form, delivery);
    await send(desk, delivery, part.form, partHeaders({ ...headers, ...extra }, part.range, part.form.size), {
      range: part.range,
    });
  } else {
    await sendAll(desk, delivery, blob, described);
  }
}

/**
 * The dictionary that the client holds, if there is a delta for it. Contents are shared between apps, and what one app has
 * must not be learnt by asking another: so it counts only where the client can have got it from here.
 */
function findHeld(blob: BlobForms, { request, dictionaryPattern, maySend }: Delivery): Soon<string | null> {
  if (dictionaryPattern === null || maySend === undefined) return null;
  const held = readAvailableDictionary(headerOf(request, 'available-dictionary'));
  if (held === null || !blob.forms.some(({ dictionary }) => dictionary === held)) return null;
  return maySend(held).then((may) => (may ? held : null));
}

/** Parts are parts of the decoded file: of an encoded form nobody could put them together again. */
function findPart(
  desk: Desk,
  blob: BlobForms,
  acceptable: boolean,
  delivery: Delivery,
): { form: Form; range: ByteRange | 'unsatisfiable' } | null {
  const { request } = delivery;
  if (request.headers.range === undefined || request.method !== 'GET' || !acceptable) return null;
  const form = blob.forms.find(({ encoding }) => encoding === 'identity');
  if (!form) return null;
  const { etag } = describe(desk, blob, form, delivery);
  if (!allowsRange(headerOf(request, 'if-range'), etag)) return null;
  const range = readRange(request.headers.range, form.size);
  return range === null ? null : { form, range };
}

/** The headers of one form; worked out once and kept with the blob's forms. */
function describe(desk: Desk, blob: BlobForms, form: Form, delivery: Delivery): Description {
  const { file, address, dictionaryPattern, isPublic, threads } = delivery;
  const contentType = contentTypeIn(file, form.encoding);
  // A handful at most, and nearly always the first: to compare costs less than to join a key and hash it.
  const known = blob.described.find(
    (one) =>
      one.form === form &&
      one.address === address &&
      one.dictionaryPattern === dictionaryPattern &&
      one.isPublic === isPublic &&
      one.threads === threads &&
      one.encodable === file.encodable &&
      one.contentType === contentType,
  );
  if (known) return known;
  const etag = etagOf(file.sha256, contentType, form);
  const headers = responseHeaders({
    contentType,
    encoding: form.encoding,
    encodable: file.encodable,
    etag,
    length: form.size,
    address,
    dictionaryPattern,
    isPublic,
    threads,
    origins: desk.context.config,
  });
  const { encodable } = file;
  const description = {
    form,
    address,
    dictionaryPattern,
    isPublic,
    threads,
    encodable,
    contentType,
    etag,
    headers,
  };
  const made = { ...description, head: headText(headers), spared: sparedBy(form, blob.forms) };
  // One content may be at thousands of paths, each of which is said in the headers of its own address.
  if (blob.described.length >= maxDescribed) blob.described = [];
  blob.described.push(made);
  return made;
}

const maxDescribed = 32;

async function sendAll(
  desk: Desk,
  delivery: Delivery,
  blob: BlobForms,
  described: Description,
): Promise<void> {
  const { form } = described;
  const { request, response, file, extra, holds } = delivery;
  if (extra === null && request.method === 'GET') {
    const body = desk.shelf.inMemory(form);
    const { head, spared } = described;
    // A crowd may ask for hundreds of them at the same moment.
    const turn = body && body.length >= leastTurnBytes ? sendingTurns.take(body.length) : null;
    if (turn) await turn;
    if (response.destroyed) return;
    if (body && sendWhole(response, head, body)) {
      const onGiven = (bytes: number) => desk.meter.add(bytes, spared);
      onGiven(body.length);
      if (holds === null) return;
      // It keeps no body that the shelf has let go.
      const find = () =>
        holds() && desk.shelf.knownForms(file.sha256) === blob ? desk.shelf.inMemory(form) : null;
      desk.repeats.note(response, body.length, { head, find, onGiven });
      return;
    }
  }
  const headers = extra === null ? described.headers : { ...described.headers, ...extra };
  await send(desk, delivery, form, headers, { spared: described.spared });
}

/** All of a form as a 200, and what it spares; or a part of it as a 206. */
type Portion = { range: ByteRange } | { spared: Spared };

async function send(
  desk: Desk,
  { request, response }: Delivery,
  form: Form,
  headers: Headers,
  portion: Portion,
): Promise<void> {
  const status = 'range' in portion ? 206 : 200;
  if (request.method === 'HEAD' || form.size === 0) {
    response.writeHead(status, headers).end();
    return;
  }
  const found = desk.shelf.body(form);
  const body = found instanceof Promise ? await found : found;
  const range = 'range' in portion ? portion.range : { start: 0, end: form.size - 1 };
  const spared = 'spared' in portion ? portion.spared : undefined;
  if (body.kind === 'distant') {
    const writeHead = () => response.writeHead(status, headers);
    await sendDistant(desk, response, body, { range, spared, writeHead });
    return;
  }
  if (response.destroyed) {
    if (body.kind === 'file') await body.handle?.close();
    return;
  }
  response.writeHead(status, headers);
  await countBody(desk, response, body, { range, spared });
}

/** What comes from afar is sent as it comes; nothing is said before the first of it is here. */
async function sendDistant(
  desk: Desk,
  response: ServerResponse,
  body: Extract<Body, { kind: 'distant' }>,
  { writeHead, ...sent }: Sent & { writeHead: () => void },
): Promise<void> {
  try {
    const stream = await body.stream(sent.range);
    if (response.destroyed) {
      stream.destroy();
      return;
    }
    writeHead();
    await countBody(desk, response, { kind: 'stream', stream }, sent);
  } finally {
    await body.close();
  }
}

interface Sent {
  range: ByteRange;
  /** By the answer, once all of it was sent. */
  spared: Spared | undefined;
}

type Sendable = Exclude<Body, { kind: 'distant' }> | { kind: 'stream'; stream: Readable };

/** Of what a reader did not wait for, what was handed on by then counts. */
async function countBody(
  desk: Desk,
  response: ServerResponse,
  body: Sendable,
  { range, spared }: Sent,
): Promise<void> {
  const { socket } = response;
  const before = socket?.bytesWritten ?? 0;
  const bytes = range.end + 1 - range.start;
  let past = 0;
  const onPast = (more: number) => {
    past += more;
  };
  try {
    await sendBody(response, body, { range, onPast });
    desk.meter.add(bytes, spared);
  } catch (error) {
    desk.meter.add(Math.min(bytes, Math.max(0, (socket?.bytesWritten ?? 0) - before) + past));
    throw error;
  }
}

async function sendBody(
  response: ServerResponse,
  body: Sendable,
  { range, onPast }: { range: ByteRange; onPast: (bytes: number) => void },
): Promise<void> {
  if (body.kind === 'whole') {
    response.end(body.bytes.subarray(range.start, range.end + 1));
  } else if (body.kind === 'file')
    await sendFile(body.file, response, range, { handle: body.handle, onPast });
  else await sendStream(body.stream, response);
}

/** A header that HTTP allows once, as one text however often it came. */
function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
