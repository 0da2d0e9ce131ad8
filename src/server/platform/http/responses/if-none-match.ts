/** Whether an `If-None-Match` header names the tag; it compares weakly (RFC 9110, 13.1.2). */
export function isMatchedBy(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.split(',').some((item) => {
    const tag = item.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag;
  });
}
