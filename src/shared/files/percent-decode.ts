/**
 * A path without its percent-encoding (URL Standard, 1.3, "percent-decode"): what looks like an escape and is none stands
 * for itself, as browsers leave the `%` of a file's name.
 * @returns null where the bytes are no text in UTF-8
 */
export function percentDecode(text: string): string | null {
  try {
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return null;
  }
}
