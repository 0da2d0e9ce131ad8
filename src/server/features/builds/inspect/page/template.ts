import type { BuildReport } from '#shared/versions.ts';
import type { UnityBuild } from '../unity/build.ts';
import { partNameOf } from '../unity/part-names.ts';
import type { EntryPage } from './entry-page.ts';
import { containerIds } from './html.ts';
import type { InstanceConfig } from './instance-config.ts';
import { resolveReference } from './references.ts';
import { codeOf, isStockCode } from './stock-code.ts';
import { maxStockChars, tokensOf } from './tokens.ts';

/** What Unity's own templates of 2020.1 to Unity 6 give an id. */
const instanceIds = new Set([
  ...['unity-container', 'unity-canvas', 'unity-loading-bar', 'unity-logo', 'unity-progress-bar-empty'],
  ...['unity-progress-bar-full', 'unity-mobile-warning', 'unity-warning', 'unity-footer', 'unity-webgl-logo'],
  ...['unity-fullscreen-button', 'unity-build-title', 'unity-logo-title-footer', 'unity-webgpu-logo'],
]);
/** Those of 5.6 to 2019 used classes. */
const loaderClasses = new Set(['webgl-content', 'footer', 'webgl-logo', 'fullscreen', 'title']);
const stockTags = new Set(['html', 'head', 'meta', 'title', 'link', 'body', 'div', 'canvas', 'script']);

/**
 * Which template a build's page was made from, told by the structure of Unity's stock pages. Anything that a
 * stock page does not have (another id or style, other code, a part to pick, a configuration that only it can say) makes
 * it custom, because what it needs of its own page cannot be known.
 */
export function templateOf(
  entry: EntryPage,
  build: UnityBuild | null,
  loaderPath: string | null,
  config: InstanceConfig | null,
): BuildReport['template'] {
  if (!build || build.picks) return 'custom';
  if (build.loader === 'createUnityInstance' && !config) return 'custom';
  if (!hasStockScripts(entry, build.loader, loaderPath, config)) return 'custom';
  if (![...entry.page.tags].every((tag) => stockTags.has(tag))) return 'custom';
  if (!entry.page.stylesheets.every((href) => href === 'TemplateData/style.css')) return 'custom';
  return build.loader === 'createUnityInstance' ? instanceTemplate(entry) : loaderTemplate(entry);
}

function instanceTemplate(entry: EntryPage): BuildReport['template'] {
  const { ids, stylesheets, references } = entry.page;
  if (!ids.has('unity-canvas') || ![...ids].every((id) => instanceIds.has(id))) return 'custom';
  const styled = stylesheets.length > 0;
  if (ids.has('unity-container') && ids.has('unity-loading-bar') && styled) {
    const hasManifest = references.some((href) => /^manifest\.(webmanifest|json)$/i.test(href));
    if (hasManifest && entry.source.includes('serviceWorker')) return 'pwa';
    return ids.has('unity-footer') && !hasManifest ? 'default' : 'custom';
  }
  return ids.size === 1 && !styled ? 'minimal' : 'custom';
}

function loaderTemplate(entry: EntryPage): BuildReport['template'] {
  const { ids, classes, stylesheets } = entry.page;
  if (ids.size !== 1 || ![...ids].every((id) => containerIds.has(id))) return 'custom';
  if (![...classes].every((name) => loaderClasses.has(name))) return 'custom';
  if (classes.has('webgl-content') && classes.has('footer') && stylesheets.length > 0) return 'default';
  return classes.size === 0 && stylesheets.length === 0 ? 'minimal' : 'custom';
}

function hasStockScripts(
  { page, source }: EntryPage,
  loader: UnityBuild['loader'],
  loaderPath: string | null,
  config: InstanceConfig | null,
): boolean {
  const starts = loader === 'UnityLoader' ? 'UnityLoader.instantiate' : 'createUnityInstance';
  if (source.length > maxStockChars || !source.includes(starts)) return false;
  const areUnitys = page.scripts.every((src) => {
    const path = resolveReference(src, '')?.path ?? '';
    return (
      path === loaderPath ||
      path === 'TemplateData/UnityProgress.js' ||
      // Where its name has a `#`, the path ends before it says what it is.
      (path !== '' && [path, src].some((name) => partNameOf(name)?.role === 'loader'))
    );
  });
  return areUnitys && isStockCode(config?.code ?? codeOf(tokensOf(source)), loader);
}
