import type { Readable } from 'node:stream';
import { DataStore, Server, Upload } from '@tus/server';
import type { Context } from '#server/context.ts';
import { syncFile } from '#server/platform/blobs/durable.ts';
import { newId } from '#server/platform/ids.ts';
import { type ErrorCode, FluxError } from '#shared/contract/errors.ts';
import { tooLargeMessage } from '#shared/versions/build-file.ts';
import { changesContent } from '#shared/versions/changes.ts';
import { uploadsPath } from '#shared/versions/uploads.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { readUploadLimits } from '../../storage/limits.ts';
import { createUpload, lifetimeMs } from './create.ts';
import { appendAt, bytesReceived, removeFile, uploadPath } from './files.ts';
import { UploadLocks } from './locks.ts';
import { unlessPublishing } from './publishing.ts';
import { completeUpload, deleteUnpublished, findUpload, type UploadRow } from './store.ts';

/** After this long, a request that is asked to give way is cut off; what it sent until then is kept. */
const lockDrainMs = 1_000;

/** Whose request it is, and on which upload: null for a new one. */
export interface Subject {
  viewer: Viewer;
  uploadId: string | null;
}

/** Speaks tus 1.0.0 for requests whose sender is known and owns the upload. */
export interface Tus {
  /** @throws FluxError whenever the protocol's answer would be an error */
  handle(request: Request, subject: Subject): Promise<Response>;
}

export function createTus(context: Context): Tus {
  const subjects = new WeakMap<object, Subject>();
  const failures = new WeakMap<object, unknown>();
  const locks = new UploadLocks(context);
  const server = new Server({
    path: uploadsPath,
    relativeLocation: true,
    datastore: new UploadStore(context, locks),
    locker: locks,
    lockDrainTimeout: lockDrainMs,
    // What has begun goes on; whether it may still be published is asked then.
    maxSize: async (request) =>
      subjects.get(request)?.uploadId === null
        ? (await readUploadLimits(context)).maxUploadBytes
        : context.config.maxUploadBytes,
    namingFunction: () => newId(),
    getFileIdFromRequest: (request) => subjects.get(request)?.uploadId ?? undefined,
    onUploadCreate: async (request, upload) => {
      const subject = subjects.get(request);
      if (!subject) throw new FluxError('unauthenticated');
      const fileName = (upload.metadata?.filename ?? '').trim();
      const type = upload.metadata?.filetype ?? '';
      const row = await createUpload(context, subject.viewer, {
        id: upload.id,
        fileName,
        type,
        size: upload.size ?? 0,
        target: upload.metadata?.target ?? undefined,
        isPartial: holdsOnlyChanges(upload.metadata?.content ?? ''),
      });
      upload.creation_date = row.created_at.toISOString();
      return { metadata: { filename: row.file_name } };
    },
    onResponseError: (request, error) => {
      failures.set(request, error);
      return undefined;
    },
  });
  return {
    handle: async (request, subject) => {
      subjects.set(request, subject);
      const response = await server.handleWeb(request);
      if (response.status < 400) return response;
      if (response.status === 413 && subject.uploadId === null)
        throw new FluxError('too_large', tooLargeMessage((await readUploadLimits(context)).maxUploadBytes));
      throw asFluxError(
        failures.get(request) ?? { status_code: response.status, body: await response.text() },
      );
    },
  };
}

function holdsOnlyChanges(content: string): boolean {
  if (content === '' || content === changesContent) return content === changesContent;
  const message = `The metadata 'content' is '${changesContent}' or is left out; it was '${content.slice(0, 50)}'.`;
  throw new FluxError('invalid_input', message, { fields: { content: message } });
}

/** What the protocol's own refusals mean here. */
const codesByStatus: Record<number, ErrorCode> = {
  404: 'upload_not_found',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
};

const sentences: Partial<Record<ErrorCode, string>> = {
  conflict: 'The upload stands at another offset. Please ask for it and continue there.',
  too_large: 'This is more than was announced for this upload.',
};

function asFluxError(error: unknown): unknown {
  const { status_code: status, body } = (error ?? {}) as { status_code?: number; body?: string };
  if (status === undefined || (status >= 500 && status !== 501)) return error;
  const code = codesByStatus[status];
  if (code) return new FluxError(code, sentences[code], { cause: error });
  return new FluxError(
    'invalid_input',
    `The upload protocol (tus 1.0.0) was not followed: ${(body ?? '').trim()}`,
  );
}

/** Keeps uploads as files and their facts in the database. Every method is called under the upload's lock. */
class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];
  readonly #context: Context;
  readonly #locks: UploadLocks;

  constructor(context: Context, locks: UploadLocks) {
    super();
    this.#context = context;
    this.#locks = locks;
  }

  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async remove(id: string): Promise<void> {
    const isDone = await unlessPublishing(this.#context, id, async () => {
      const row = await this.#find(id);
      if (row.app_id !== null)
        throw new FluxError('gone', 'This upload was published and can no longer be cancelled.');
      await deleteUnpublished(this.#context.db, id);
      await removeFile(uploadPath(this.#context, id));
    });
    if (!isDone)
      throw new FluxError('conflict', 'This upload is being published and cannot be cancelled now.');
  }

  override write(body: Readable, id: string, offset: number): Promise<number> {
    return this.#locks.during(id, this.#write(body, id, offset));
  }

  /**
   * The offset is what is on disk: bytes that arrived before a crash or a broken connection are flushed here,
   * before anybody is told that they need not be sent again.
   */
  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#find(id);
    const path = uploadPath(this.#context, id);
    if (row.completed_at === null) await this.#flush(path);
    const offset = row.completed_at === null ? await bytesReceived(path) : row.size;
    if (offset === null) throw new FluxError('upload_not_found');
    if (row.completed_at === null && offset === row.size) await this.#complete(id);
    return new Upload({
      id,
      size: row.size,
      offset,
      metadata: { filename: row.file_name },
      creation_date: row.created_at.toISOString(),
    });
  }

  override getExpiration(): number {
    return lifetimeMs;
  }

  async #write(body: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#find(id);
    if (row.completed_at !== null) throw completeAlready();
    const path = uploadPath(this.#context, id);
    const written = await appendAt(path, offset, body, () => this.#locks.holds(id));
    if (offset + written === row.size) await this.#complete(id);
    return offset + written;
  }

  /** Called only after the bytes were flushed. */
  async #complete(id: string): Promise<void> {
    if (!(await completeUpload(this.#context.db, id, this.#context.clock.now())))
      throw new FluxError('upload_not_found');
  }

  async #flush(path: string): Promise<void> {
    await syncFile(path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new FluxError('upload_not_found') : error;
    });
  }

  async #find(id: string): Promise<UploadRow> {
    const row = await findUpload(this.#context.db, id);
    if (!row || row.expires_at <= this.#context.clock.now()) throw new FluxError('upload_not_found');
    return row;
  }
}

export function completeAlready(): FluxError {
  return new FluxError('gone', 'This upload is complete and accepts no more data.');
}
