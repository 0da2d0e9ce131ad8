import { uploadPartBytes } from '#shared/versions/uploads.ts';
import { ApiError, errorOf } from '../../api.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { format } from '../../i18n/format.ts';
import { readJson } from '../../lib/files/read-json.ts';
import { formatStored } from '../../lib/format/sizes.ts';

/** nginx accepts 1 MB by default. Smaller parts would make a large build slow. */
export const leastPartBytes = 524_288;

interface Answer {
  status: number;
  body: string;
}

/**
 * Whether a proxy refused a part for its size. Flux itself responds in JSON, and smaller parts would not help
 * then.
 */
export function isPartRefused({ status, body }: Answer): boolean {
  return status === 413 && errorOf(readJson(body), 0).code === 'network';
}

/** The part size of an upload: smaller after each refusal of a proxy. */
export class PartSize {
  #bytes = uploadPartBytes;

  get bytes(): number {
    return this.#bytes;
  }

  /** @returns false if the parts have the minimum size */
  shrink(): boolean {
    if (this.#bytes <= leastPartBytes) return false;
    this.#bytes = Math.max(leastPartBytes, this.#bytes / 2);
    return true;
  }

  refused(): ApiError {
    return new ApiError(
      'too_large',
      format(texts.yourProxyRefusedAPart, { size: formatStored(this.#bytes) }),
    );
  }
}
