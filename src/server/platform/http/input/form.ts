import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { FluxError } from '#shared/contract/errors.ts';
import { freeBytes } from '../../files/disk.ts';
import { newId } from '../../ids.ts';

export interface ReceivedFile {
  path: string;
  fileName: string;
  type: string;
  size: number;
}

export interface FormLimits {
  /** Where files are kept until the handler is done. */
  folder: string;
  /** By the name of the field a file comes under. */
  files: Record<string, FileLimit>;
}

export interface FileLimit {
  maxBytes: number;
  tooLarge(maxBytes: number): string;
}

export interface Form {
  fields: Record<string, unknown>;
  files: Map<string, ReceivedFile>;
  /** Removes what the handler did not move away. */
  discard(): Promise<void>;
}

/** The parser tells of a form that is none by bare errors; what else fails here has a code or a class of its own. */
function isMalformed(error: unknown): boolean {
  return error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error);
}

/**
 * Reads a multipart form; files go to disk as they arrive, each until its own limit.
 * @param fileFields the names a file may come under; any other is refused
 * @throws FluxError `too_large`, `invalid_input`, `storage_full`
 */
export async function readForm(
  request: FastifyRequest,
  fileFields: readonly string[],
  limits: FormLimits,
): Promise<Form> {
  const fields: Record<string, unknown> = Object.create(null);
  const files = new Map<string, ReceivedFile>();
  const written: string[] = [];
  const discard = async () => {
    await Promise.all(written.map((path) => rm(path, { force: true })));
  };
  await mkdir(limits.folder, { recursive: true });
  if (Number(request.headers['content-length'] ?? 0) > (await freeBytes(limits.folder)))
    throw new FluxError('storage_full');
  try {
    for await (const part of request.parts({
      // What a file may have is counted below: the parser knows one limit for all.
      limits: { fileSize: Number.POSITIVE_INFINITY, files: fileFields.length, fields: 40, fieldSize: 65_536 },
    })) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.value;
        continue;
      }
      const limit = fileFields.includes(part.fieldname) ? limits.files[part.fieldname] : undefined;
      if (!limit || files.has(part.fieldname)) {
        throw new FluxError('invalid_input', `A file named '${part.fieldname}' is not expected here.`);
      }
      const path = join(limits.folder, `form-${newId()}`);
      written.push(path);
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      await pipeline(part.file, (chunks) => upTo(limit, part.fieldname, chunks), target);
      files.set(part.fieldname, {
        path,
        fileName: part.filename,
        type: part.mimetype,
        size: target.bytesWritten,
      });
    }
  } catch (error) {
    drain(
      request.raw,
      fileFields.reduce((sum, name) => sum + (limits.files[name]?.maxBytes ?? 0), spareBytes),
    );
    await discard();
    throw isMalformed(error)
      ? new FluxError('invalid_input', 'This form cannot be read.', { cause: error })
      : error;
  }
  return { fields: { ...fields }, files, discard };
}

/** What the fields of a form and the lines between them may take besides its files. */
const spareBytes = 4 * 1_048_576;

/**
 * Browsers read no answer before they have sent all of the body, so what still comes goes nowhere; but no more of it
 * than a form that is right could have had.
 */
function drain(body: IncomingMessage, maxBytes: number): void {
  let bytes = 0;
  // The parser would hold everything up at a file that nobody takes.
  body.unpipe();
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) body.destroy();
  });
  body.resume();
}

async function* upTo(
  { maxBytes, tooLarge }: FileLimit,
  field: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      const message = tooLarge(maxBytes);
      throw new FluxError('too_large', message, { fields: { [field]: message } });
    }
    yield chunk;
  }
}
