/**
 * No honest site sends so much: ordinary servers refuse headers of 8 to 16 KiB. So this is a flood that a build
 * on a neighbouring host has planted.
 */
const floodBytes = 32_768;
/** Chromium reads 256 KiB of headers; what does not fit goes with the next answers. */
const maxSweepBytes = 65_536;

/**
 * The `Set-Cookie` values that remove from the browser what a neighbouring host planted for the whole domain,
 * as far as this request shows it; none where the cookies are no flood.
 *
 * A build can set cookies for a domain above its own host, never for Flux's host alone, and Flux's own are for its
 * host alone. So only cookies with a `Domain` are removed, and nobody is signed out. Which domain and path each
 * one has is not told (RFC 6265, 5.4), but each must match this request's, so all that match are named.
 * @param host Flux's own, without a port
 * @param path of the request, as it came
 * @param secure whether the browser counts this host as secure: then planted cookies may be, too
 */
export function sweepCookies(
  header: string | undefined,
  { host, path, secure }: { host: string; path: string; secure: boolean },
): string[] {
  if (header === undefined || header.length < floodBytes) return [];
  const places = domainsOf(host).flatMap((domain) =>
    pathsOf(path).map((prefix) => `Domain=${domain}; Path=${prefix}; Max-Age=0${secure ? '; Secure' : ''}`),
  );
  const lines: string[] = [];
  let bytes = 0;
  for (const pair of new Set(header.split(';').map((text) => nameOf(text.trim()))))
    for (const place of places) {
      const line = `${pair}; ${place}`;
      bytes += line.length;
      if (bytes > maxSweepBytes) return lines;
      lines.push(line);
    }
  return lines;
}

/** `name=`, or the bare value of a cookie that has no name. */
function nameOf(pair: string): string {
  const end = pair.indexOf('=');
  return end < 0 ? pair : pair.slice(0, end + 1);
}

/** The host and those above it, as far as browsers let anyone set a cookie for them. */
function domainsOf(host: string): string[] {
  if (/^[\d.]+$|:/.test(host)) return [];
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** No address of Flux has more; one that has would make as many paths of it, each as long. */
const maxSlashes = 16;
const maxPathLength = 1_000;

/** Every cookie path that matches a request path (RFC 6265, 5.1.4); of one that is longer than any of ours the first. */
function pathsOf(path: string): string[] {
  const whole = (path.slice(0, maxPathLength).split(/[?#;]/)[0] ?? '/') || '/';
  const slashes = [...whole.matchAll(/\//g)].slice(0, maxSlashes).map(({ index }) => index);
  const paths = slashes.flatMap((index) => [whole.slice(0, index), whole.slice(0, index + 1)]);
  return [...new Set([...paths, whole])].filter((prefix) => prefix.startsWith('/'));
}
