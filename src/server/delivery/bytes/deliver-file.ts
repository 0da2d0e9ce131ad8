import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ByteRange } from '../../platform/blobs/blob-store.ts';
import { type Headers, noticeHeaders } from '../access/protection.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import { contentTypeIn, immutableAddress, type ServedFile } from '../routing/address.ts';
import { type BytesSaved, bytesSavedBy } from './bytes-saved.ts';
import { type BlobForms, type Body, type Description, StaleFormError } from './encoded-blob-cache.ts';
import { allowsRange, etagOf, matchingTag } from './etag.ts';
import { type Address, partHeaders, redirectHeaders, responseHeaders, unchangedHeaders } from './headers.ts';
import {
  chooseForm,
  type Form,
  identityOnly,
  readAcceptEncoding,
  readAvailableDictionary,
} from './negotiate.ts';
import { readRange } from './range.ts';
import { sendFile, sendStream } from './send-file.ts';
import { minThrottledBytes, sendThrottle } from './send-throttle.ts';
import { headText, sendWhole } from './send-whole.ts';

/** One file, and how it is sent. */
export interface FileDelivery {
  /** As of `ContentAddress`. */
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

interface Exchange extends FileDelivery {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Answers one request for one file: negotiates, revalidates, redirects or sends. */
export async function deliverFile(
  delivery: DeliveryContext,
  request: IncomingMessage,
  response: ServerResponse,
  file: FileDelivery,
): Promise<void> {
  const fileDelivery = { ...file, request, response };
  try {
    await answer(delivery, fileDelivery);
  } catch (error) {
    if (!(error instanceof StaleFormError) || fileDelivery.response.headersSent) throw error;
    // The form was swapped between the look and the grasp; what the database says now is true.
    delivery.blobCache.drop(fileDelivery.file.sha256);
    await answer(delivery, fileDelivery);
  }
}

async function answer(delivery: DeliveryContext, fileDelivery: Exchange): Promise<void> {
  const { request, response, file, extra } = fileDelivery;
  const blob = await delivery.blobCache.forms(file.sha256);
  const weights = file.encodable ? readAcceptEncoding(headerOf(request, 'accept-encoding')) : identityOnly;
  const held = await findHeld(blob, fileDelivery);
  const chosen = chooseForm(blob.forms, weights, held);
  if (!chosen) throw new StaleFormError(`The blob ${file.sha256} has no identity form.`);
  const described = describe(delivery, blob, chosen, fileDelivery);

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
  const elsewhere = fileDelivery.address === 'stable' ? immutableAddress(file) : null;
  if (elsewhere !== null) {
    const { encodable } = file;
    const facts = {
      etag: described.etag,
      encodable,
      isPublic: fileDelivery.isPublic,
      origins: delivery.context.config,
    };
    const headers = redirectHeaders(facts, fileDelivery.base + elsewhere);
    response.writeHead(307, { ...headers, ...extra }).end();
    return;
  }
  const part = findPart(delivery, blob, weights('identity') > 0, fileDelivery);
  if (part?.range === 'unsatisfiable') {
    const notice = noticeHeaders(delivery.context.config);
    response.writeHead(416, { ...notice, 'Content-Range': `bytes */${part.form.size}` });
    response.end('The file has no such range.\n');
  } else if (part) {
    const { headers } = describe(delivery, blob, part.form, fileDelivery);
    await send(
      delivery,
      fileDelivery,
      part.form,
      partHeaders({ ...headers, ...extra }, part.range, part.form.size),
      {
        range: part.range,
      },
    );
  } else {
    await sendAll(delivery, fileDelivery, blob, described);
  }
}

/**
 * The dictionary that the client holds, if there is a delta for it. Contents are shared between apps, and what one app has
 * must not be learnt by asking another: so it counts only where the client can have got it from here.
 */
async function findHeld(
  blob: BlobForms,
  { request, dictionaryPattern, maySend }: Exchange,
): Promise<string | null> {
  if (dictionaryPattern === null || maySend === undefined) return null;
  const held = readAvailableDictionary(headerOf(request, 'available-dictionary'));
  if (held === null || !blob.forms.some(({ dictionary }) => dictionary === held)) return null;
  return (await maySend(held)) ? held : null;
}

/** Parts are parts of the decoded file: of an encoded form nobody could put them together again. */
function findPart(
  delivery: DeliveryContext,
  blob: BlobForms,
  acceptable: boolean,
  fileDelivery: Exchange,
): { form: Form; range: ByteRange | 'unsatisfiable' } | null {
  const { request } = fileDelivery;
  if (request.headers.range === undefined || request.method !== 'GET' || !acceptable) return null;
  const form = blob.forms.find(({ encoding }) => encoding === 'identity');
  if (!form) return null;
  const { etag } = describe(delivery, blob, form, fileDelivery);
  if (!allowsRange(headerOf(request, 'if-range'), etag)) return null;
  const range = readRange(request.headers.range, form.size);
  return range === null ? null : { form, range };
}

/** The headers of one form; worked out once and kept with the blob's forms. */
function describe(
  delivery: DeliveryContext,
  blob: BlobForms,
  form: Form,
  fileDelivery: Exchange,
): Description {
  const { file, address, dictionaryPattern, isPublic, threads } = fileDelivery;
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
    origins: delivery.context.config,
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
  const made = { ...description, head: headText(headers), saved: bytesSavedBy(form, blob.forms) };
  // One content may be at thousands of paths, each of which is said in the headers of its own address.
  if (blob.described.length >= maxDescribed) blob.described = [];
  blob.described.push(made);
  return made;
}

const maxDescribed = 32;

async function sendAll(
  delivery: DeliveryContext,
  fileDelivery: Exchange,
  blob: BlobForms,
  described: Description,
): Promise<void> {
  const { form } = described;
  const { request, response, file, extra, holds } = fileDelivery;
  if (extra === null && request.method === 'GET') {
    const body = delivery.blobCache.inMemory(form);
    const { head, saved } = described;
    // A crowd may ask for hundreds of them at the same moment.
    const turn = body && body.length >= minThrottledBytes ? sendThrottle.take(body.length) : null;
    if (turn) await turn;
    if (response.destroyed) return;
    if (body && sendWhole(response, head, body)) {
      const onGiven = (bytes: number) => delivery.meter.add(bytes, saved);
      onGiven(body.length);
      if (holds === null) return;
      // It keeps no body that the blob cache has dropped.
      const find = () =>
        holds() && delivery.blobCache.knownForms(file.sha256) === blob
          ? delivery.blobCache.inMemory(form)
          : null;
      delivery.rawResponses.note(response, body.length, { head, find, onGiven });
      return;
    }
  }
  const headers = extra === null ? described.headers : { ...described.headers, ...extra };
  await send(delivery, fileDelivery, form, headers, { saved: described.saved });
}

/** All of a form as a 200, and what it spares; or a part of it as a 206. */
type Portion = { range: ByteRange } | { saved: BytesSaved };

async function send(
  delivery: DeliveryContext,
  { request, response }: Exchange,
  form: Form,
  headers: Headers,
  portion: Portion,
): Promise<void> {
  const status = 'range' in portion ? 206 : 200;
  if (request.method === 'HEAD' || form.size === 0) {
    response.writeHead(status, headers).end();
    return;
  }
  const body = await delivery.blobCache.body(form);
  const range = 'range' in portion ? portion.range : { start: 0, end: form.size - 1 };
  const saved = 'saved' in portion ? portion.saved : undefined;
  if (body.kind === 'distant') {
    const writeHead = () => response.writeHead(status, headers);
    await sendDistant(delivery, response, body, { range, saved, writeHead });
    return;
  }
  if (response.destroyed) {
    if (body.kind === 'file') await body.handle?.close();
    return;
  }
  response.writeHead(status, headers);
  await countBody(delivery, response, body, { range, saved });
}

/** What comes from afar is sent as it comes; nothing is said before the first of it is here. */
async function sendDistant(
  delivery: DeliveryContext,
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
    await countBody(delivery, response, { kind: 'stream', stream }, sent);
  } finally {
    await body.close();
  }
}

interface Sent {
  range: ByteRange;
  /** By the answer, once all of it was sent. */
  saved: BytesSaved | undefined;
}

type Sendable = Exclude<Body, { kind: 'distant' }> | { kind: 'stream'; stream: Readable };

/** Of what a reader did not wait for, what was handed on by then counts. */
async function countBody(
  delivery: DeliveryContext,
  response: ServerResponse,
  body: Sendable,
  { range, saved }: Sent,
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
    delivery.meter.add(bytes, saved);
  } catch (error) {
    delivery.meter.add(Math.min(bytes, Math.max(0, (socket?.bytesWritten ?? 0) - before) + past));
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
