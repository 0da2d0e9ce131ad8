import type { BuildReport, FileRole } from '#shared/versions.ts';

const kinds: Record<BuildReport['kind'], string> = {
  unity: 'Unity web build',
  web: 'Web app',
  html: 'Single page',
  part: 'A lone part of a build',
};

const loaders = {
  UnityLoader: 'UnityLoader (up to 2019)',
  createUnityInstance: 'createUnityInstance (2020.1 and newer)',
} as const;

const compressions: Record<BuildReport['compression'], string> = {
  none: 'None',
  gzip: 'gzip',
  brotli: 'brotli',
  mixed: 'Mixed',
};

const templates: Record<BuildReport['template'], string> = {
  default: 'Unity Default',
  minimal: 'Unity Minimal',
  pwa: 'Unity PWA',
  custom: 'Custom',
  none: 'None',
};

export const roleLabels: Record<FileRole, string> = {
  loader: 'Loader',
  framework: 'Framework',
  data: 'Data',
  wasm: 'WebAssembly',
  asm: 'asm.js',
  memory: 'Memory',
  symbols: 'Symbols',
  worker: 'Worker',
  config: 'Configuration',
};

/** The report as lines of a table, without what this kind of build does not have. */
export function buildFacts(build: BuildReport): [term: string, value: string][] {
  const facts: [string, string][] = [['Kind', kinds[build.kind]]];
  if (build.loader) facts.push(['Loader', loaders[build.loader]]);
  if (build.kind === 'unity' || build.kind === 'part') {
    facts.push(['Unity version', build.unityVersion ?? 'Not told by the build']);
    facts.push(['Compression', compressionLabel(build)], ['Threads', build.threads ? 'Yes' : 'No']);
  }
  if (build.kind === 'unity')
    facts.push(['Template', build.pageMade ? 'None: Flux made the page' : templates[build.template]]);
  if (build.webXr) facts.push(['WebXR', 'Yes']);
  if (build.webGpu) facts.push(['WebGPU', 'Yes']);
  facts.push(['Entry page', build.entry], ['Files', build.fileCount.toLocaleString('en')]);
  if (build.droppedCount > 0)
    facts.push(['Left out', `${build.droppedCount.toLocaleString('en')} junk files`]);
  return facts;
}

function compressionLabel(build: BuildReport): string {
  const label = compressions[build.compression];
  return build.decompressionFallback ? `${label}, with fallback` : label;
}
