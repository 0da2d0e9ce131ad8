/** How far the clock of the server is before that of this machine; nothing until the server has told. */
let aheadMilliseconds = 0;

/** @param told what an answer of the server says, where it says it */
export function hearServerTime(told: string | null): void {
  const at = Date.parse(told ?? '');
  if (!Number.isNaN(at)) aheadMilliseconds = at - Date.now();
}

/** In milliseconds since 1970: what plans are judged by, whatever the clock of this machine is set to. */
export function serverNow(): number {
  return Date.now() + aheadMilliseconds;
}
