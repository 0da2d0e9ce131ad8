import { type ContentEncoding, contentEncodings } from '#shared/versions/versions.ts';

/** Brotli and Zstandard with an earlier file as the dictionary (RFC 9842), for clients with that file. */
export const deltaEncodings = ['dcb', 'dcz'] as const;
export type DeltaEncoding = (typeof deltaEncodings)[number];

/** All encodings of stored and sent content. */
export const formEncodings = [...contentEncodings, ...deltaEncodings] as const;
export type FormEncoding = ContentEncoding | DeltaEncoding;

export function isDeltaEncoding(encoding: FormEncoding): encoding is DeltaEncoding {
  return encoding === 'dcb' || encoding === 'dcz';
}
