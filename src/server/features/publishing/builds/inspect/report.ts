import type { BuildReport, BuildWarning, DroppedFiles } from '#shared/versions/versions.ts';
import type { StoredEncoding } from '../tree.ts';
import { findDeviceUse, warningOf } from './device-use.ts';
import type { EntryPage } from './page/entry-page.ts';
import { readInstanceConfig } from './page/instance-config.ts';
import { pageSizeOf } from './page/page-size.ts';
import { pixelRatioOnPhones } from './page/pixel-ratio.ts';
import { templateOf } from './page/template.ts';
import { containsText, type PlacedFile, readText } from './placed.ts';
import { checkStart } from './startable/check-start.ts';
import type { UnityBuild, UnityPart } from './unity/build.ts';
import { readDataFile } from './unity/data-file.ts';
import { hasHashedName } from './unity/part-bytes.ts';
import { baseName, partNameOf } from './unity/part-names.ts';
import { usesSharedMemory } from './unity/wasm/shared-memory.ts';

/** Everything that the inspection has decided before it looks into the parts. */
export interface Examined {
  kind: BuildReport['kind'];
  files: readonly PlacedFile[];
  page: EntryPage | null;
  build: UnityBuild | null;
  parts: readonly UnityPart[];
  entryPath: string;
  pageMade: boolean;
  droppedCount: number;
  dropped: DroppedFiles[];
  /** Unity's own notes beside the build, which are not served. */
  notes: readonly PlacedFile[];
}

const webXrTexts = ['isSessionSupported', 'Module.WebXR', 'Module["WebXR"]'];
const maxModules = 48;

/** Looks into the parts and writes the report; its `warnings` are left empty for the caller to put in order. */
export async function reportOf(
  examined: Examined,
): Promise<{ report: BuildReport; developmentBuild: boolean; warnings: BuildWarning[] }> {
  const { build, parts, page, files } = examined;
  const firstData = parts.find(({ role, file }) => role === 'data' && file.source.size > 0);
  const data = firstData ? await readDataFile(firstData.file) : null;
  const uses = await findDeviceUse({ files, parts, metadata: data?.metadata ?? null });
  const threads = build?.threads || parts.some((part) => part.role === 'worker');
  const frameworks = parts.filter((part) => part.role === 'framework').map((part) => part.file);
  const loader = parts.find((part) => part.role === 'loader')?.file ?? null;
  const config = page && build?.loader === 'createUnityInstance' ? readInstanceConfig(page) : null;
  const loaderText = loader ? await readText(loader, maxLoaderBytes) : '';
  const template = page ? templateOf(page, build, loader?.path ?? null, config) : 'none';
  const report: BuildReport = {
    kind: examined.kind,
    loader: build?.loader ?? null,
    unityVersion: data?.unityVersion ?? build?.unityVersion ?? (await notedVersion(examined.notes)),
    compression: compressionOf(parts),
    decompressionFallback:
      build?.loader === 'createUnityInstance' &&
      parts.some((part) => partNameOf(part.file.path)?.suffix === '.unityweb'),
    hashedNames: parts.some((part) => part.role === 'data' && hasHashedName(baseName(part.file.path))),
    threads: threads || (await anyShares(modulesOf(examined))),
    webXr: (page?.source.includes('Module.WebXR') ?? false) || (await anyContains(frameworks, webXrTexts)),
    webGpu: asksForWebGpu(loaderText),
    deviceUse: uses.map(({ device }) => device),
    template,
    productName: build?.productName ?? null,
    companyName: build?.companyName ?? null,
    productVersion: build?.productVersion ?? null,
    ...howFrameworkIsLoaded(loaderText),
    ...(config ? { options: config.options } : {}),
    ...(page ? pixelRatioOnPhones(page) : {}),
    ...(page ? pageSizeOf(page, template) : {}),
    entry: examined.entryPath,
    pageMade: examined.pageMade,
    parts: parts.map(({ role, file }) => ({
      role,
      path: file.path,
      bytes: file.source.size,
      storedBytes: file.source.storedSize,
      encoding: encodingOf(file),
      ...(file.source.undecodable ? { damaged: true } : {}),
    })),
    fileCount: files.length,
    totalBytes: files.reduce((sum, file) => sum + file.source.size, 0),
    droppedCount: examined.droppedCount,
    ...(examined.dropped.length > 0 ? { dropped: examined.dropped } : {}),
    warnings: [],
  };
  return {
    report,
    developmentBuild: build?.developmentBuild || data?.developmentBuild === true,
    warnings: [...(await checkStart({ ...examined, template, loaderText })), ...uses.map(warningOf)],
  };
}

/** A Unity build names its code; in others, such as Godot or Emscripten, any WebAssembly may be the code. */
function modulesOf({ kind, parts, files }: Examined): PlacedFile[] {
  if (kind === 'web') return files.filter(({ path }) => /\.wasm$/i.test(path)).slice(0, maxModules);
  return parts.filter(({ role }) => role === 'wasm').map(({ file }) => file);
}

async function anyShares(modules: readonly PlacedFile[]): Promise<boolean> {
  for (const module of modules) if (await usesSharedMemory(module)) return true;
  return false;
}

async function anyContains(files: readonly PlacedFile[], texts: readonly string[]): Promise<boolean> {
  for (const file of files) if (await containsText(file, texts)) return true;
  return false;
}

/** For a file that does not decompress: its intended encoding. */
function encodingOf({ source }: PlacedFile): StoredEncoding {
  return source.undecodable ?? source.storedEncoding;
}

function compressionOf(parts: readonly UnityPart[]): BuildReport['compression'] {
  const counted = parts.filter((part) => !['loader', 'config', 'worker', 'symbols'].includes(part.role));
  const found = new Set(counted.map((part) => encodingOf(part.file)));
  if (found.size > 1) return 'mixed';
  if (found.has('gzip')) return 'gzip';
  return found.has('br') ? 'brotli' : 'none';
}

const maxLoaderBytes = 262_144;

/**
 * A loader of 2020.1 or later adds a script with the framework's address; one that can decompress it fetches it first.
 * Nothing where its text shows neither, or both.
 */
function howFrameworkIsLoaded(text: string): Pick<BuildReport, 'frameworkLoadedBy'> {
  const byScript = /\.src\s*=\s*[\w$]+\.frameworkUrl\b/.test(text);
  const byFetch = /\(\s*["']frameworkUrl["']/.test(text);
  if (byScript === byFetch) return {};
  return { frameworkLoadedBy: byScript ? 'script' : 'fetch' };
}

/**
 * Whether a build may draw with WebGPU. Frameworks of Unity 2023.2 and later have its code in any case; their loader asks the
 * browser for it only where the build's list of graphics APIs has it, and otherwise says that there is none.
 */
function asksForWebGpu(loader: string): boolean {
  return loader.includes('requestAdapter');
}

/** `m_EditorVersion: 2020.3.1f1` of a ProjectVersion.txt that a pipeline left beside the build. */
async function notedVersion(notes: readonly PlacedFile[]): Promise<string | null> {
  const note = notes.find((file) => /(^|\/)ProjectVersion\.txt$/i.test(file.path));
  if (!note) return null;
  return /m_EditorVersion:\s*([0-9][\w.]*)/.exec(await readText(note, 4096))?.[1] ?? null;
}
