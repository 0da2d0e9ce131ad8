import { type FormEncoding, formEncodings } from '#server/platform/blobs/encodings.ts';

/** One form in which a blob is kept. */
export interface Form {
  encoding: FormEncoding;
  /** sha256 of the content that a client must hold to read it, hexadecimal; null where it needs none. */
  dictionary: string | null;
  /** Encoded bytes. */
  size: number;
  /** sha256 of the encoded bytes, hexadecimal. */
  storedSha256: string;
  /** The place in which it lies, and what it is called there. */
  storageId: string;
  key: string;
}

/** The weight that a client gives to an encoding: 0 is not acceptable, 1 is most welcome. */
export type EncodingWeights = (encoding: FormEncoding) => number;

export const identityOnly: EncodingWeights = (encoding) => (encoding === 'identity' ? 1 : 0);

/** What a client that names other encodings, and not `identity`, thinks of it: welcome when nothing else is. */
const unnamedIdentity = 0.0005;

/**
 * Reads `Accept-Encoding` (RFC 9110, 12.5.3). Where the header is missing, identity alone is assumed: clients
 * that say nothing often decode nothing. Members that are not well formed are left out.
 */
export function readAcceptEncoding(header: string | undefined): EncodingWeights {
  if (header === undefined || header.trim() === '') return identityOnly;
  const known = remembered.get(header);
  if (known) return known;
  const weights = parseWeights(header);
  if (header.length > maxRememberedLength) return weights;
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(header, weights);
  return weights;
}

/** Browsers send but a handful of different headers, and short ones. */
const remembered = new Map<string, EncodingWeights>();
const maxRemembered = 200;
const maxRememberedLength = 200;
/** All that a weight is ever asked of. */
const weighed: ReadonlySet<string> = new Set([...formEncodings, '*']);

function parseWeights(header: string): EncodingWeights {
  const weights = new Map<string, number>();
  for (const member of header.split(',')) {
    const match = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(
      member,
    );
    if (!match?.[1]) continue;
    const said = match[1].toLowerCase();
    const name = said === 'x-gzip' ? 'gzip' : said;
    if (weighed.has(name)) weights.set(name, match[2] === undefined ? 1 : Number(match[2]));
  }
  const any = weights.get('*');
  return (encoding) => {
    const named = weights.get(encoding);
    if (named !== undefined) return named;
    if (encoding === 'identity') return any === 0 ? 0 : unnamedIdentity;
    return any ?? 0;
  };
}

/** In this order where sizes are equal. */
const preference: readonly FormEncoding[] = ['dcb', 'dcz', 'br', 'zstd', 'gzip', 'identity'];

/**
 * Reads `Available-Dictionary` (RFC 9842, 2.2): the sha256 of what the client holds, as a byte sequence.
 * @returns hexadecimal; null where there is none, or none that is well formed
 */
export function readAvailableDictionary(header: string | undefined): string | null {
  const base64 = header === undefined ? undefined : /^\s*:([A-Za-z0-9+/]{43}=):\s*$/.exec(header)?.[1];
  return base64 === undefined ? null : Buffer.from(base64, 'base64').toString('hex');
}

/**
 * The form to send: the one that the client weighs most, of those the smallest; what has to be read by a dictionary only
 * where the client holds that one, and what is larger than the plain file only where that is refused. Where nothing is
 * acceptable, identity is sent all the same, which RFC 9110 (12.5.3) allows and every client can read.
 * @param held sha256 of the dictionary that the client holds, hexadecimal
 */
export function chooseForm<F extends Pick<Form, 'encoding' | 'size'> & Partial<Form>>(
  forms: readonly F[],
  weights: EncodingWeights,
  held: string | null = null,
): F | undefined {
  const plain = forms.find((form) => form.encoding === 'identity');
  const mostBytes = plain && weights('identity') > 0 ? plain.size : Number.POSITIVE_INFINITY;
  let best: F | undefined;
  for (const form of forms) {
    if (weights(form.encoding) === 0 || form.size > mostBytes) continue;
    if (form.dictionary && form.dictionary !== held) continue;
    if (best === undefined || isBetter(form, best, weights)) best = form;
  }
  return best ?? plain;
}

function isBetter(
  a: Pick<Form, 'encoding' | 'size'>,
  b: Pick<Form, 'encoding' | 'size'>,
  weights: EncodingWeights,
): boolean {
  const byWeight = weights(a.encoding) - weights(b.encoding);
  if (byWeight !== 0) return byWeight > 0;
  if (a.size !== b.size) return a.size < b.size;
  return preference.indexOf(a.encoding) < preference.indexOf(b.encoding);
}
