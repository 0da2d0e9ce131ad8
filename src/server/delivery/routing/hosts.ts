import { isId } from '../../platform/ids.ts';

/**
 * Tells which app a `Host` header names, or null where it is no content origin.
 * Host names compare without case; the port must be the very one, and a default port may be left out or written.
 */
export function contentHosts(contentOrigin: string): (host: string | undefined) => string | null {
  const sample = new URL(contentOrigin.replace('{app}', 'app'));
  const suffix = sample.host.slice('app'.length).toLowerCase();
  const defaultPort = sample.protocol === 'https:' ? ':443' : ':80';
  const suffixes = sample.port === '' ? [suffix, suffix + defaultPort] : [suffix];
  let [lastHost, lastApp]: [string | undefined, string | null] = [undefined, null];
  const appOf = (host: string): string | null => {
    const name = host.toLowerCase();
    const app = name.slice(0, 26);
    return isId(app) && suffixes.includes(name.slice(26)) ? app : null;
  };
  return (host) => {
    if (host === undefined) return null;
    // Asked several times for each request.
    if (host !== lastHost) [lastHost, lastApp] = [host, appOf(host)];
    return lastApp;
  };
}

/** The origin whose root is the app's active version. */
export function appOrigin(contentOrigin: string, appId: string): string {
  return contentOrigin.replace('{app}', appId);
}

/**
 * Whether the content origins surely belong to the same site as Flux, so that `SameSite=Lax` cookies reach them
 * inside Flux's frame. Without the list of public suffixes only hosts below Flux's own are sure.
 */
export function isSameSite(publicUrl: string, contentOrigin: string): boolean {
  const host = new URL(publicUrl).hostname;
  return new URL(contentOrigin.replace('{app}', 'app')).hostname.endsWith(`.${host}`);
}
