import type { BuildReport } from '#shared/versions/versions.ts';
import type { UnityBuild } from '../unity/build.ts';
import { partNameOf } from '../unity/part-names.ts';
import { type EntryPage, isUnityTool } from './entry-page.ts';
import { containerIds } from './html.ts';
import type { InstanceConfig } from './instance-config.ts';
import { resolveReference } from './references.ts';
import { isStockCode } from './stock-code.ts';
import { maxStockChars, tokensOf } from './tokens.ts';

/** What Unity's own templates of 2020.1 to Unity 6 give an id, whatever part of it the next version adds. */
const instanceId =
  /^unity-(?:container|canvas|loading|logo|progress|mobile|warning|footer|webgl|webgpu|fullscreen|build)[a-z-]*$/;
/** Shows the numbers of a running game. */
const diagnosticsId = 'diagnostics-icon';
const stockStyles = new Set(['TemplateData/style.css', 'TemplateData/diagnostics.css']);
/** Those of 5.6 to 2019 used classes. */
const loaderClasses = new Set(['webgl-content', 'footer', 'webgl-logo', 'fullscreen', 'title']);
const stockTags = new Set([
  'html',
  'head',
  'meta',
  'title',
  'link',
  'body',
  'div',
  'canvas',
  'script',
  'img',
]);

/**
 * The template of a build's page, by the structure of Unity's stock pages. Anything else (another id or style, other
 * code, a choice of parts, an unreadable configuration) makes it custom, because its requirements are unknown.
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
  // The only picture is the button of Unity's own numbers.
  if (entry.page.tags.has('img') && !entry.page.ids.has(diagnosticsId)) return 'custom';
  if (!entry.page.stylesheets.every((href) => stockStyles.has(href))) return 'custom';
  return build.loader === 'createUnityInstance' ? instanceTemplate(entry) : loaderTemplate(entry);
}

function instanceTemplate(entry: EntryPage): BuildReport['template'] {
  const { stylesheets, references } = entry.page;
  const ids = new Set([...entry.page.ids].filter((id) => id !== diagnosticsId));
  if (!ids.has('unity-canvas') || ![...ids].every((id) => instanceId.test(id))) return 'custom';
  const styled = stylesheets.includes('TemplateData/style.css');
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
      isUnityTool(path) ||
      // With a `#` in its name, the path ends early.
      (path !== '' && [path, src].some((name) => partNameOf(name)?.role === 'loader'))
    );
  });
  return areUnitys && isStockCode(config?.tokens ?? tokensOf(source), loader);
}
