import { BlobStoreError } from '../blob-store.ts';
import { pause, tries } from '../remote/retry.ts';
import { describe, isUnreachable, withFailures } from './failure.ts';
import { type Answer, apiError, type GoogleWire, readWhole } from './wire.ts';

/**
 * A resumable upload started by the SDK. The SDK's own resume queries the progress and fails if that query does; here
 * each part is sent until the provider has all of it, over any number of connections.
 */
export class ResumableUpload {
  readonly #wire: GoogleWire;
  readonly #size: number;
  #address: string | null = null;
  /** Bytes that the provider is known to have. */
  #kept = 0;

  /** @param size bytes of the whole body */
  constructor(wire: GoogleWire, size: number) {
    this.#wire = wire;
    this.#size = size;
  }

  begin(address: string): void {
    this.#address = address;
  }

  /** `md5`: base64, of the whole body, sent with its last part; the provider refuses other content. */
  async send(part: Buffer, md5: string | null): Promise<void> {
    const start = this.#kept;
    const end = start + part.length;
    let failures = 0;
    while (this.#kept < end) {
      const before = this.#kept;
      const range = `bytes ${before}-${end - 1}/${this.#size}`;
      const problem = await this.#put(range, part.subarray(before - start), md5).catch((error) =>
        describe(error),
      );
      if (problem && !isUnreachable(problem)) throw problem;
      if (problem) await withFailures(() => this.#put(`bytes */${this.#size}`, Buffer.alloc(0), null));
      // The provider may have lost bytes that are no longer available here.
      if (this.#kept < start || this.#kept > end)
        throw new BlobStoreError('broken', new Error('The upload lost its place.'));
      failures = this.#kept > before ? 0 : failures + 1;
      if (failures === tries) throw problem ?? new BlobStoreError('broken', new Error('It takes no bytes.'));
      if (failures > 0) await pause(failures);
    }
  }

  /** Deletes the upload at the provider. A failure does not matter. */
  async cancel(): Promise<void> {
    if (this.#address === null) return;
    await this.#request('DELETE', {}, Buffer.alloc(0)).then(
      (answer) => answer.resume(),
      () => {},
    );
  }

  async #put(range: string, bytes: Buffer, md5: string | null): Promise<null> {
    const answer = await this.#request(
      'PUT',
      { 'Content-Range': range, ...(md5 !== null && { 'X-Goog-Hash': `md5=${md5}` }) },
      bytes,
    );
    const text = (await readWhole(answer)).toString();
    if (answer.statusCode === 308) this.#kept = keptBytes(answer);
    else if (answer.statusCode < 300) this.#kept = this.#size;
    // The provider knows the upload no more.
    else
      throw apiError(answer.statusCode === 404 || answer.statusCode === 410 ? 503 : answer.statusCode, text);
    return null;
  }

  #request(method: string, headers: Record<string, string>, body: Buffer): Promise<Answer> {
    return this.#wire.send({ method, url: this.#address ?? '', headers, body });
  }
}

/** `bytes=0-1048575`, or nothing if the provider has none. */
function keptBytes({ headers }: Answer): number {
  const last = /^bytes=0-(\d+)$/.exec(String(headers.range ?? ''))?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
