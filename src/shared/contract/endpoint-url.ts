/**
 * `/api/applications/{id}` with its parameters and query filled in, percent-encoded. Undefined query values
 * are omitted.
 */
export function endpointUrl(path: string, params: object = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name] ?? '')),
  );
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .join('&');
  return search ? `${filled}?${search}` : filled;
}

/** The cursor in a `Link: <…?cursor=…>; rel="next"` header (RFC 8288), or null. */
export function nextCursorOf(linkHeader: string | null): string | null {
  const match = /<[^>]*[?&]cursor=([^&>]*)[^>]*>\s*;\s*rel="next"/.exec(linkHeader ?? '');
  return match?.[1] ? decodeURIComponent(match[1]) : null;
}
