/**
 * In the address that a visitor of another host name is sent to. Behind a proxy that replaces the Host header that address
 * leads to the same name again, so a second visit with the marker is refused instead of redirected without end.
 */
const marker = 'flux-redirected=1';

export function withRedirectMarker(target: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}${marker}`;
}

/** The target without the marker; null if it has none. */
export function withoutRedirectMarker(target: string): string | null {
  if (!target.endsWith(marker)) return null;
  const before = target.slice(0, -marker.length);
  return /[?&]$/.test(before) ? before.slice(0, -1) : null;
}
