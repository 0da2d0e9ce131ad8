import type { DroppedFiles } from '#shared/versions/versions.ts';

/** How often each name was dropped, the most frequent first. */
export function countNames(names: Iterable<string>): DroppedFiles[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
