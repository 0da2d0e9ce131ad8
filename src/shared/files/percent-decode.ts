/**
 * A percent-decoded path (URL Standard, 1.3, "percent-decode"). Invalid escapes stay unchanged, as browsers
 * keep a `%` in file names.
 * @returns null if the bytes are not valid UTF-8
 */
export function percentDecode(text: string): string | null {
  try {
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    return null;
  }
}
