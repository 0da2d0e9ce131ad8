/**
 * The address that the frame loads: `/serve/{id}?v={version}_{timestamp}_{random}`, with the share key where
 * the page was opened by one. Freshness does not depend on `v`; it makes each start of the player its own, and is missing before there is one.
 */
export function serveUrl(
  app: { id: string; version: string },
  key: string | null,
  start?: { at: number; random: number },
): string {
  const query = new URLSearchParams();
  if (start) query.set('v', `${app.version}_${start.at}_${start.random.toString(36).slice(2, 10)}`);
  if (key) query.set('key', key);
  return `/serve/${encodeURIComponent(app.id)}${query.size > 0 ? `?${query}` : ''}`;
}
