import type { BuildReport, FileRole } from '#shared/versions/versions.ts';
import { texts } from '../../i18n/en/play.ts';
import { format } from '../../i18n/format.ts';
import { formatNumber } from '../../lib/format/numbers.ts';

const kinds: Record<BuildReport['kind'], string> = {
  unity: texts.unityWebBuild,
  web: texts.webApp,
  html: texts.singlePage,
  part: texts.singlePartOfABuild,
};

const loaders = {
  UnityLoader: texts.unityloaderUpTo2019,
  createUnityInstance: texts.createunityinstance20201AndNewer,
} as const;

const compressions: Record<BuildReport['compression'], string> = {
  none: texts.none,
  gzip: 'gzip',
  brotli: 'brotli',
  mixed: texts.mixed,
};

const templates: Record<BuildReport['template'], string> = {
  default: texts.unityDefault,
  minimal: texts.unityMinimal,
  pwa: texts.unityPwa,
  custom: texts.custom,
  none: texts.none,
};

export const roleLabels: Record<FileRole, string> = {
  loader: texts.loader,
  framework: texts.framework,
  data: texts.data,
  wasm: 'WebAssembly',
  asm: 'asm.js',
  memory: texts.memory,
  symbols: texts.symbols,
  worker: texts.worker,
  config: texts.configuration,
};

/** The build report as table rows, without fields that do not apply. */
export function buildFacts(build: BuildReport): [term: string, value: string][] {
  const facts: [string, string][] = [[texts.kind, kinds[build.kind]]];
  if (build.loader) facts.push([texts.loader, loaders[build.loader]]);
  if (build.kind === 'unity' || build.kind === 'part') {
    facts.push([texts.unityVersion, build.unityVersion ?? texts.notStatedInTheBuild]);
    facts.push(
      [texts.compression, compressionLabel(build)],
      [texts.threads, build.threads ? texts.yes : texts.no],
    );
  }
  if (build.kind === 'unity')
    facts.push([texts.template, build.pageMade ? texts.nonePageMadeByFlux : templates[build.template]]);
  if (build.webXr) facts.push(['WebXR', texts.yes]);
  if (build.webGpu) facts.push(['WebGPU', texts.yes]);
  facts.push([texts.entryPage, build.entry], [texts.files, formatNumber(build.fileCount)]);
  if (build.droppedCount > 0) facts.push([texts.leftOut, droppedLabel(build)]);
  return facts;
}

function droppedLabel({ droppedCount, dropped }: BuildReport): string {
  const count = formatNumber(droppedCount);
  if (!dropped) return format(texts.droppedcountJunkFiles, { droppedCount: count });
  const names = dropped.map((each) =>
    format(texts.nameTimesCount, { name: each.name, count: formatNumber(each.count) }),
  );
  return format(texts.droppedcountJunkFilesNames, { droppedCount: count, names: names.join(', ') });
}

function compressionLabel(build: BuildReport): string {
  const label = compressions[build.compression];
  return build.decompressionFallback ? format(texts.labelWithFallback, { label }) : label;
}
