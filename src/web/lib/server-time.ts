/** How far the clock of the server is before that of this machine; nothing until the server has told. */
let offsetMilliseconds = 0;

/** @param header what an answer of the server says, where it says it */
export function updateServerTime(header: string | null): void {
  const at = Date.parse(header ?? '');
  if (!Number.isNaN(at)) offsetMilliseconds = at - Date.now();
}

/** In milliseconds since 1970: what plans are judged by, whatever the clock of this machine is set to. */
export function serverNow(): number {
  return Date.now() + offsetMilliseconds;
}
