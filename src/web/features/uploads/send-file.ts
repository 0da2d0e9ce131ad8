import { type DetailedError, defaultOptions, type PreviousUpload, Upload } from 'tus-js-client';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { changesContent } from '#shared/versions/changes.ts';
import { uploadPartBytes, uploadsPath } from '#shared/versions/uploads.ts';
import { ApiError, errorOf, userHeaders } from '../../api.ts';
import { readJson } from '../../lib/files/read-json.ts';
import { isPartRefused, PartSize } from './part-size.ts';
import { isReadable } from './stale.ts';

/** Quick at first; then every fifteen seconds for ten minutes. Progress starts the count anew. */
const retryDelays = [300, 1_000, 2_000, 4_000, 8_000, ...Array.from({ length: 40 }, () => 15_000)];
/** A connection that lost its other end may never say so. */
const silenceMilliseconds = 30_000;

export interface SendOptions {
  userId: string;
  /** What the file is to become: `newApplicationTarget`, or the id of the application it is a version of. */
  target: string;
  /** Where the file holds only what versions of the target lack (`#shared/versions/changes.ts`). */
  onlyChanges: boolean;
  /** Tells the file from others of its name, length and date; empty where these do. */
  fingerprint: string;
  /** Ids of uploads that the server still waits for, for this target; null where it could not be asked. */
  openIds: ReadonlySet<string> | null;
  /** Whether an earlier attempt is gone on with: not where another tab is about to publish it. */
  mayResume: boolean;
  /** What it fails with where something of the file was written again since it was chosen. */
  staleProblem: ApiError;
  /** Told the id of the upload, once it has one at the server. */
  onBegun: (uploadId: string) => void;
  onProgress: (sent: number, total: number) => void;
  onConnectionLost: () => void;
}

export interface Sending {
  /** The id of the complete upload. Rejects with `ApiError`, or with null where it was stopped on purpose. */
  done: Promise<string>;
  /** Gives the upload up; the server forgets what has arrived. */
  cancel: () => void;
  /** Stops sending; what has arrived is kept for later. */
  keep: () => void;
}

/** Sends a file by the tus protocol (1.0.0) in parts, and goes on from where an earlier attempt was cut. */
export function sendFile(file: File, options: SendOptions): Sending {
  const outcome = Promise.withResolvers<string>();
  const upload = createUpload(file, options, outcome);
  const watch = watchConnection(upload, file, options);
  let stopped = false;
  const stop = (terminate: boolean) => {
    stopped = true;
    upload.abort(terminate && upload.url !== null).catch(() => {});
    outcome.reject(null);
  };
  const begin = async () => {
    const known = [...(await begunWithoutTarget(file, options)), ...(await upload.findPreviousUploads())];
    const previous = options.mayResume
      ? known.findLast(({ uploadUrl }) => uploadUrl && isOpen(uploadUrl, options.openIds))
      : undefined;
    if (stopped) return;
    if (previous) upload.resumeFromPreviousUpload(previous);
    upload.start();
  };
  begin().catch(outcome.reject);
  return { done: outcome.promise.finally(watch.end), cancel: () => stop(true), keep: () => stop(false) };
}

function createUpload(file: File, options: SendOptions, outcome: PromiseWithResolvers<string>): Upload {
  const part = new PartSize();
  const upload = new Upload(file, {
    endpoint: uploadsPath,
    chunkSize: part.bytes,
    retryDelays,
    headers: userHeaders(options.userId),
    metadata: {
      filename: file.name,
      filetype: file.type,
      target: options.target,
      ...(options.onlyChanges && { content: changesContent }),
    },
    fingerprint: async () => fingerprintOf(file, options),
    storeFingerprintForResuming: true,
    onProgress: options.onProgress,
    onUploadUrlAvailable: () => options.onBegun(uploadIdOf(upload.url ?? '')),
    // Whatever else is answered for it, tus takes an upload for gone and begins anew, unless this throws: so where its
    // person may not ask for it at the moment, and where a proxy answers for a server that restarts.
    onAfterResponse: (request, response) => {
      const status = response.getStatus();
      if (status === errorCatalogue.unauthenticated.status) throw signedOut();
      if (request.getMethod() === 'HEAD' && isPassing(status))
        throw new Error(`The offset is not there: ${status}`);
    },
    onShouldRetry: (error) => {
      if (isPartRefused(answerOf(error)) && part.shrink()) {
        upload.options.chunkSize = part.bytes;
        return true;
      }
      const passing =
        !(error.causingError instanceof ApiError) && isPassing(error.originalResponse?.getStatus() ?? 0);
      if (passing) void explain(error);
      return passing;
    },
    onError: (error) => outcome.reject(isPartRefused(answerOf(error)) ? part.refused() : asApiError(error)),
    onSuccess: () => outcome.resolve(uploadIdOf(upload.url ?? '')),
  });
  const explain = async (error: DetailedError) => {
    if (await wasSendable(error, file)) return options.onConnectionLost();
    await upload.abort();
    // What has arrived is of no further use.
    if (upload.url) await terminateUpload(uploadIdOf(upload.url)).catch(() => {});
    outcome.reject(options.staleProblem);
  };
  return upload;
}

/** Whether the browser can still read the part that did not arrive. Of no answer it does not say which side it was. */
async function wasSendable(
  { originalRequest, originalResponse }: DetailedError,
  file: File,
): Promise<boolean> {
  const offset = originalRequest.getHeader('Upload-Offset');
  if (originalResponse || offset === undefined) return true;
  return isReadable(file.slice(Number(offset), Number(offset) + uploadPartBytes));
}

/** Starts again at once when the network is back, and when nothing has moved for a long time. */
function watchConnection(upload: Upload, file: File, options: SendOptions) {
  let movedAt = Date.now();
  let sent = 0;
  upload.options.onProgress = (bytes, total) => {
    movedAt = Date.now();
    sent = bytes;
    options.onProgress(bytes, total);
  };
  const restart = () => {
    if (upload.url === null) return;
    movedAt = Date.now();
    options.onConnectionLost();
    upload.abort().then(
      () => upload.start(),
      () => {},
    );
  };
  const timer = setInterval(() => {
    if (sent < file.size && Date.now() - movedAt > silenceMilliseconds) restart();
  }, 1_000);
  window.addEventListener('online', restart);
  const end = () => {
    clearInterval(timer);
    window.removeEventListener('online', restart);
  };
  return { end };
}

type Sent = Pick<SendOptions, 'userId' | 'fingerprint'> & { target: string | null };

/**
 * Names what is sent, for whom, as what and from which file: one of the same name that has changed since is another.
 * @param sent with null as its target for what was begun before it was among this
 */
export function fingerprintOf(file: File, { userId, target, fingerprint }: Sent): string {
  const whose = target === null ? userId : `${userId}/${target}`;
  return ['flux', whose, file.name, file.size, file.lastModified, fingerprint].join(' ').trim();
}

/** What this browser began to send of a file before it was kept as what, here and at the server. */
function begunWithoutTarget(file: File, options: SendOptions): Promise<PreviousUpload[]> {
  return defaultOptions.urlStorage.findUploadsByFingerprint(
    fingerprintOf(file, { ...options, target: null }),
  );
}

export function uploadIdOf(url: string): string {
  return url.split('?')[0]?.split('/').pop() ?? '';
}

function isOpen(url: string, openIds: ReadonlySet<string> | null): boolean {
  return openIds === null || openIds.has(uploadIdOf(url));
}

/** No answer, a lock that is not yet free, a server that restarts: what passes by itself. */
function isPassing(status: number): boolean {
  return (
    status === 0 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507)
  );
}

function signedOut(): ApiError {
  return new ApiError('unauthenticated', errorCatalogue.unauthenticated.message);
}

function asApiError(error: Error | DetailedError): ApiError {
  if ('causingError' in error && error.causingError instanceof ApiError) return error.causingError;
  const { status, body } = answerOf(error);
  return errorOf(readJson(body), status);
}

/** Status 0 where nothing answered. */
function answerOf(error: Error | DetailedError): { status: number; body: string } {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  return { status: response?.getStatus() ?? 0, body: response?.getBody() ?? '' };
}

/** Ids of the uploads that this browser began and could go on with. */
export async function idsBegunHere(): Promise<ReadonlySet<string>> {
  const known = await defaultOptions.urlStorage.findAllUploads();
  return new Set(known.flatMap(({ uploadUrl }) => (uploadUrl ? [uploadIdOf(uploadUrl)] : [])));
}

/** Forgets how to go on with an upload that is published or given up. */
export async function forgetUpload(id: string): Promise<void> {
  const known = await defaultOptions.urlStorage.findAllUploads();
  for (const { uploadUrl, urlStorageKey } of known) {
    if (uploadUrl && uploadIdOf(uploadUrl) === id)
      await defaultOptions.urlStorage.removeUpload(urlStorageKey);
  }
}

/** Tells the server to forget an upload. */
export async function terminateUpload(id: string): Promise<void> {
  await Upload.terminate(`${uploadsPath}/${id}`, { retryDelays: null });
  await forgetUpload(id);
}
