import type { PageTheme, Theme } from '#shared/apps/themes.ts';
import type { BuildReport } from '#shared/versions/versions.ts';

/**
 * What an app's root shows: the creator's own page; a page that Flux draws around the canvas in its place; one
 * around a frame with the creator's page; or a notice that says why there is nothing to play.
 */
export type Treatment =
  | { kind: 'own' }
  | { kind: 'replaced'; look: PageTheme }
  | { kind: 'framed'; look: PageTheme }
  | { kind: 'notice'; look: PageTheme };

/** What a build without a page gets where no look was chosen: as little as there can be. */
const plainLook: PageTheme = 'minimal';

export function treatmentOf(theme: Theme, report: BuildReport): Treatment {
  const look = theme === 'vanilla' ? plainLook : theme;
  if (report.kind === 'part') return { kind: 'notice', look };
  if (report.pageMade) return { kind: 'replaced', look };
  if (theme === 'vanilla') return { kind: 'own' };
  return { kind: hasStockPage(report) && canStart(report) ? 'replaced' : 'framed', look };
}

/** Only of Unity's stock pages it is known that the game needs nothing else of them. */
function hasStockPage({ kind, template }: BuildReport): boolean {
  return kind === 'unity' && (template === 'default' || template === 'minimal' || template === 'pwa');
}

/** Whether the parts that a loader is given are there. The older one finds the rest by its JSON file. */
function canStart({ loader, parts }: BuildReport): boolean {
  const roles = new Set(parts.map((part) => part.role));
  if (loader === 'UnityLoader') return roles.has('loader') && roles.has('config');
  return roles.has('loader') && roles.has('framework') && roles.has('data') && roles.has('wasm');
}
