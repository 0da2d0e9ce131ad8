/** The offset of the server's clock; 0 until the first response. */
let offsetMilliseconds = 0;

/** @param header the time in a response, if present */
export function updateServerTime(header: string | null): void {
  const at = Date.parse(header ?? '');
  if (!Number.isNaN(at)) offsetMilliseconds = at - Date.now();
}

/** The server's time in milliseconds since 1970. Plans depend on it, not on the clock of this machine. */
export function serverNow(): number {
  return Date.now() + offsetMilliseconds;
}
