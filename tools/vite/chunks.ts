import { join } from 'node:path';
import type { Rolldown } from 'vite';

/** Where visitors arrive. */
const firstPages = ['pages/home/home-page.tsx', 'pages/apps/play-page.tsx'];
/**
 * What belongs to a feature or a page alone stays with it, as what only pages of games need does, and of a library no more is
 * taken than is used.
 */
const kept = /\/src\/web\/(features|pages)\/|\/src\/shared\/game-|\/node_modules\//;

/**
 * What every page begins with is one file, and the small parts that the first pages are made of are another: many small
 * files are packed worse, and each is a request.
 */
export function chunkGroups(webFolder: string): Rolldown.CodeSplittingGroup[] {
  let parts: ReadonlySet<string> | null = null;
  return [
    { name: 'flux', tags: ['$initial'] },
    {
      debugName: 'parts',
      name: (id, graph) => {
        const importsOf = (module: string) =>
          module.includes('/node_modules/') ? [] : (graph.getModuleInfo(module)?.importedIds ?? []);
        parts ??= reachedFrom(
          firstPages.map((page) => join(webFolder, page)),
          importsOf,
        );
        return parts.has(id) && !kept.test(id) ? 'parts' : null;
      },
    },
    { name: 'icons', test: /lucide-react\/.*\/icons\//, minShareCount: 3 },
  ];
}

function reachedFrom(roots: string[], importsOf: (id: string) => string[]): ReadonlySet<string> {
  const reached = new Set(roots);
  // A set hands out what is added to it meanwhile.
  for (const id of reached) for (const next of importsOf(id)) reached.add(next);
  return reached;
}
