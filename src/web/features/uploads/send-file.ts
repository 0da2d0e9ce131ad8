import { type DetailedError, defaultOptions, type PreviousUpload, Upload } from 'tus-js-client';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { changesContent } from '#shared/versions/changes.ts';
import { uploadPartBytes, uploadsPath } from '#shared/versions/uploads.ts';
import { ApiError, errorOf, userHeaders } from '../../api.ts';
import { readJson } from '../../lib/files/read-json.ts';
import { isPartRefused, PartSize } from './part-size.ts';
import { isReadable } from './stale.ts';

/** Quick at first, then every fifteen seconds for ten minutes. Progress resets the count. */
const retryDelays = [300, 1_000, 2_000, 4_000, 8_000, ...Array.from({ length: 40 }, () => 15_000)];
/** A connection whose other end is gone may never report it. */
const silenceMilliseconds = 30_000;

export interface SendOptions {
  userId: string;
  /** The target: `newApplicationTarget`, or the id of the application to update. */
  target: string;
  /** If the file contains only the target's missing files (`#shared/versions/changes.ts`). */
  onlyChanges: boolean;
  /** Distinguishes the file from others with its name, length and date; empty if not needed. */
  fingerprint: string;
  /** Ids of unfinished uploads on the server for this target; null if the request failed. */
  openIds: ReadonlySet<string> | null;
  /** Whether an earlier upload may be resumed: not while another tab publishes it. */
  mayResume: boolean;
  /** The error if a file was modified since it was chosen. */
  staleProblem: ApiError;
  /** Called with the id of the upload, once the server has created it. */
  onBegun: (uploadId: string) => void;
  onProgress: (sent: number, total: number) => void;
  onConnectionLost: () => void;
}

export interface Sending {
  /** The id of the complete upload. Rejects with `ApiError`, or with null if it was stopped on purpose. */
  done: Promise<string>;
  /** Cancels the upload; the server deletes the received bytes. */
  cancel: () => void;
  /** Stops sending; received bytes are kept. */
  keep: () => void;
}

/** Sends a file by the tus protocol (1.0.0) in parts, and resumes an interrupted upload. */
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
    // tus treats any other response as a lost upload and starts again, unless this throws: when the account
    // may not request it at the moment, and when a proxy responds for a restarting server.
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
    // The received bytes are useless.
    if (upload.url) await terminateUpload(uploadIdOf(upload.url)).catch(() => {});
    outcome.reject(options.staleProblem);
  };
  return upload;
}

/** Whether the browser can still read the failed part. A network error does not tell which side failed. */
async function wasSendable(
  { originalRequest, originalResponse }: DetailedError,
  file: File,
): Promise<boolean> {
  const offset = originalRequest.getHeader('Upload-Offset');
  if (originalResponse || offset === undefined) return true;
  return isReadable(file.slice(Number(offset), Number(offset) + uploadPartBytes));
}

/** Retries immediately when the network is back, and after a long time without progress. */
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
 * Identifies an upload by account, target and file; a modified file of the same name differs.
 * @param sent with null as its target for uploads from before the target was included
 */
export function fingerprintOf(file: File, { userId, target, fingerprint }: Sent): string {
  const whose = target === null ? userId : `${userId}/${target}`;
  return ['flux', whose, file.name, file.size, file.lastModified, fingerprint].join(' ').trim();
}

/** Uploads of this browser from before targets were stored, here and on the server. */
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

/** No response, a held lock, a restarting server: temporary errors. */
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

/** Status 0 without a response. */
function answerOf(error: Error | DetailedError): { status: number; body: string } {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  return { status: response?.getStatus() ?? 0, body: response?.getBody() ?? '' };
}

/** Ids of the uploads that this browser started and could resume. */
export async function resumableUploadIds(): Promise<ReadonlySet<string>> {
  const known = await defaultOptions.urlStorage.findAllUploads();
  return new Set(known.flatMap(({ uploadUrl }) => (uploadUrl ? [uploadIdOf(uploadUrl)] : [])));
}

/** Removes the resume data of a published or cancelled upload. */
export async function forgetUpload(id: string): Promise<void> {
  const known = await defaultOptions.urlStorage.findAllUploads();
  for (const { uploadUrl, urlStorageKey } of known) {
    if (uploadUrl && uploadIdOf(uploadUrl) === id)
      await defaultOptions.urlStorage.removeUpload(urlStorageKey);
  }
}

/** Deletes an upload on the server. */
export async function terminateUpload(id: string): Promise<void> {
  await Upload.terminate(`${uploadsPath}/${id}`, { retryDelays: null });
  await forgetUpload(id);
}
