import { join } from 'node:path';
import type { Rolldown } from 'vite';

/** Entry pages of visitors. */
const firstPages = ['pages/home/home-page.tsx', 'pages/apps/play-page.tsx'];
/** Modules of a single feature or page stay in its chunk. Library code is tree-shaken. */
const kept = /\/src\/web\/(features|pages)\/|\/src\/shared\/play\/game-|\/node_modules\//;

/**
 * Code that every page needs is one file. Small modules of the first pages are a second one: many small files
 * compress worse, and each is a request.
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
  // A Set iterator includes elements that are added during the iteration.
  for (const id of reached) for (const next of importsOf(id)) reached.add(next);
  return reached;
}
