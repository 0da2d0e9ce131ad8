import type { BuildReport, BuildWarning } from '#shared/versions.ts';
import type { EntryPage } from './page/entry-page.ts';
import { readInstanceConfig } from './page/instance-config.ts';
import { pageSizeOf } from './page/page-size.ts';
import { pixelRatioOnPhones } from './page/pixel-ratio.ts';
import { templateOf } from './page/template.ts';
import { containsText, type PlacedFile, readText } from './placed.ts';
import type { UnityBuild, UnityPart } from './unity/build.ts';
import { readDataFile } from './unity/data-file.ts';
import { hasHashedName } from './unity/part-bytes.ts';
import { baseName, partNameOf } from './unity/part-names.ts';
import { usesSharedMemory } from './unity/wasm.ts';

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
  /** Unity's own notes beside the build, which are not served. */
  notes: readonly PlacedFile[];
}

const webXrTexts = ['isSessionSupported', 'Module.WebXR', 'Module["WebXR"]'];
const maxModules = 48;
const webGpuTexts = ['requestAdapter', '_wgpu', 'wgpuDevice'];

/** Looks into the parts and writes the report; its `warnings` are left empty for the caller to put in order. */
export async function reportOf(
  examined: Examined,
): Promise<{ report: BuildReport; developmentBuild: boolean; warnings: BuildWarning[] }> {
  const { build, parts, page, files } = examined;
  const firstData = parts.find(({ role, file }) => role === 'data' && file.source.size > 0);
  const data = firstData ? await readDataFile(firstData.file) : null;
  const threads = build?.threads || parts.some((part) => part.role === 'worker');
  const frameworks = parts.filter((part) => part.role === 'framework').map((part) => part.file);
  const loader = parts.find((part) => part.role === 'loader')?.file ?? null;
  const config = page && build?.loader === 'createUnityInstance' ? readInstanceConfig(page) : null;
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
    webGpu: await anyContains(frameworks, webGpuTexts),
    template,
    productName: build?.productName ?? null,
    companyName: build?.companyName ?? null,
    productVersion: build?.productVersion ?? null,
    ...(loader ? await howFrameworkIsLoaded(loader) : {}),
    ...(config ? { options: config.options } : {}),
    ...(page ? pixelRatioOnPhones(page) : {}),
    ...(page && build ? pageSizeOf(page, template) : {}),
    entry: examined.entryPath,
    pageMade: examined.pageMade,
    parts: parts.map(({ role, file }) => ({
      role,
      path: file.path,
      bytes: file.source.size,
      storedBytes: file.source.storedSize,
      encoding: file.source.storedEncoding,
    })),
    fileCount: files.length,
    totalBytes: files.reduce((sum, file) => sum + file.source.size, 0),
    droppedCount: examined.droppedCount,
    warnings: [],
  };
  return {
    report,
    developmentBuild: build?.developmentBuild || data?.developmentBuild === true,
    warnings: await damaged(parts),
  };
}

/** A build of Unity says what its code is; in any other, as of Godot or Emscripten, whatever is WebAssembly may be. */
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

function compressionOf(parts: readonly UnityPart[]): BuildReport['compression'] {
  const counted = parts.filter((part) => !['loader', 'config', 'worker', 'symbols'].includes(part.role));
  const found = new Set(counted.map((part) => part.file.source.storedEncoding));
  if (found.size > 1) return 'mixed';
  if (found.has('gzip')) return 'gzip';
  return found.has('br') ? 'brotli' : 'none';
}

const maxLoaderBytes = 262_144;

/**
 * A loader of 2020.1 or later adds a script with the framework's address; one that can decompress it fetches it first.
 * Nothing where its text shows neither, or both.
 */
async function howFrameworkIsLoaded(loader: PlacedFile): Promise<Pick<BuildReport, 'frameworkLoadedBy'>> {
  const text = await readText(loader, maxLoaderBytes);
  const byScript = /\.src\s*=\s*[\w$]+\.frameworkUrl\b/.test(text);
  const byFetch = /\(\s*["']frameworkUrl["']/.test(text);
  if (byScript === byFetch) return {};
  return { frameworkLoadedBy: byScript ? 'script' : 'fetch' };
}

/** `m_EditorVersion: 2020.3.1f1` of a ProjectVersion.txt that a pipeline left beside the build. */
async function notedVersion(notes: readonly PlacedFile[]): Promise<string | null> {
  const note = notes.find((file) => /(^|\/)ProjectVersion\.txt$/i.test(file.path));
  if (!note) return null;
  return /m_EditorVersion:\s*([0-9][\w.]*)/.exec(await readText(note, 4096))?.[1] ?? null;
}

/** Parts whose bytes are not what they should be: cut short, compressed twice, or a page of an error. */
async function damaged(parts: readonly UnityPart[]): Promise<BuildWarning[]> {
  const warnings: BuildWarning[] = [];
  for (const part of parts) {
    const head = await part.file.source.read(0, 4);
    if (head.length === 0) continue;
    const isWasm = head.toString('latin1') === '\0asm';
    const packed = partNameOf(part.file.path)?.kind === '.data' && /(^|\/)Release\//.test(part.file.path);
    const wrong =
      part.role === 'data'
        ? !packed && !(await readDataFile(part.file)).recognised
        : part.role === 'wasm' && !isWasm;
    if (wrong) {
      warnings.push({
        code: 'damaged_part',
        message: `${part.file.path} does not begin as a ${part.role} file of Unity does, so the game will probably not start. It may be damaged or compressed twice; build and zip it again.`,
      });
    }
  }
  return warnings;
}
