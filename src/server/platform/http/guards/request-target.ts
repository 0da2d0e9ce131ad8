import type { FastifyRequest } from 'fastify';

/**
 * Whether a request target may reach a router: origin-form, every segment decodes, and no segment means
 * something else once decoded (a separator, a control character, a dot segment). Some router, proxy or file
 * system reads each of these differently, so none of them passes.
 */
export function isPlainTarget(target: string): boolean {
  if (!target.startsWith('/')) return false;
  const [path = ''] = target.split(/[?#]/, 1);
  const segments = path.slice(1).split('/');
  return segments.every(
    (segment, index) => (segment !== '' || index === segments.length - 1) && isPlainSegment(segment),
  );
}

function isPlainSegment(segment: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    return false;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  return !/[/\\\u0000-\u001f\u007f]/.test(decoded) && !/^\.{1,2}(;.*)?$/.test(decoded);
}

/**
 * What a request is routed by: the pattern of its route, which has no parameter in what is looked for here, or where it has
 * none its path once decoded, as the router reads it. One letter can be written in several ways, so nothing is decided
 * by the target as it came.
 */
export function routedPath({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  return routeOptions.url ?? decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '');
}

/** The query of a request as it came, without its question mark. */
export function searchOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return /^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? '';
}
