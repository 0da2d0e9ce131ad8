import type { IncomingHttpHeaders } from 'node:http';
import { missingOnLinux } from '#shared/play/game-features.ts';

/** The version of a browser of the Chromium family, as far as `Sec-CH-UA` tells; null for all others. */
export function chromiumVersion(headers: IncomingHttpHeaders): number | null {
  const version = /"Chromium";v="(\d+)"/.exec(headers['sec-ch-ua']?.toString() ?? '')?.[1];
  return version === undefined ? null : Number(version);
}

/**
 * Whether a browser knows a feature of the Permissions Policy, as far as `Sec-CH-UA-Platform` tells. What a browser does not
 * know makes it complain in the console.
 */
export function isKnownBy(headers: IncomingHttpHeaders): (feature: string) => boolean {
  const isOnLinux = headers['sec-ch-ua-platform'] === '"Linux"';
  return (feature) => !isOnLinux || !missingOnLinux.includes(feature);
}
