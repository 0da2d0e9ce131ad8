import type { IncomingHttpHeaders } from 'node:http';

/** The version of a browser of the Chromium family, as far as `Sec-CH-UA` tells; null for all others. */
export function chromiumVersion(headers: IncomingHttpHeaders): number | null {
  const version = /"Chromium";v="(\d+)"/.exec(headers['sec-ch-ua']?.toString() ?? '')?.[1];
  return version === undefined ? null : Number(version);
}
