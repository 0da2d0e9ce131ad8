import type { FileRole } from '#shared/versions/versions.ts';
import { definesLoader } from '../page/entry-page.ts';
import { type PlacedFile, readText } from '../placed.ts';
import { addReferenced, emptyBuild, type Search, type UnityBuild } from './build.ts';
import { folderOf, partNameOf } from './part-names.ts';

const slots: readonly (readonly [role: FileRole, key: string])[] = [
  ['data', 'dataUrl'],
  ['wasm', 'wasmCodeUrl'],
  ['framework', 'wasmFrameworkUrl'],
  ['memory', 'wasmMemoryUrl'],
  ['asm', 'asmCodeUrl'],
  ['framework', 'asmFrameworkUrl'],
  ['memory', 'asmMemoryUrl'],
];
const starter = 'UnityLoader.instantiate';
const maxConfigBytes = 262_144;

/** Finds a build of Unity 5.6 to 2019, which starts by `UnityLoader.instantiate(element, "Build/N.json")`. */
export async function findLoaderBuild(search: Search): Promise<UnityBuild | null> {
  const build = emptyBuild('UnityLoader');
  const loader = await findLoader(search, build);
  const json = await findConfig(search, build, loader);
  if (json) readConfig(search, build, json);
  else if (loader && build.missing.length === 0) addPartsBeside(search, build, loader);
  return build;
}

async function findLoader(search: Search, build: UnityBuild): Promise<PlacedFile | null> {
  let url: string | null = null;
  for (const src of search.entry?.page.scripts ?? []) {
    const file = search.resolver.resolve(src, '')?.file;
    if (/(^|\/)UnityLoader\.js([?#]|$)/i.test(src)) url ??= src;
    else if (file && definesLoader(await readText(file, maxConfigBytes))) url ??= src;
  }
  if (url !== null) {
    addReferenced(search, build, { role: 'loader', url, folder: '' });
    return build.parts[0]?.file ?? null;
  }
  const file = search.index.files.find((each) => partNameOf(each.path)?.kind === 'unityloader.js') ?? null;
  if (file) build.parts.push({ role: 'loader', file });
  return file;
}

interface Config {
  file: PlacedFile;
  values: Readonly<Record<string, unknown>>;
}

async function findConfig(
  search: Search,
  build: UnityBuild,
  loader: PlacedFile | null,
): Promise<Config | null> {
  const values = search.entry?.values;
  const url = values?.findArgument(starter, 1) ?? null;
  if (url !== null) {
    // The configuration names all parts besides the loader.
    if (!values?.isCalledOnce(starter))
      for (const role of ['config', ...slots.map(([each]) => each)] as const) build.doubtful.add(role);
    const file = search.resolver.resolve(url, '')?.file;
    const config = file ? await parseConfig(file) : null;
    if (config) build.parts.push({ role: 'config', file: config.file });
    else addReferenced(search, build, { role: 'config', url, folder: '' });
    return config;
  }
  if (!loader) return null;
  const configs: Config[] = [];
  for (const file of search.index.files) {
    if (folderOf(file.path) !== folderOf(loader.path) || !file.path.toLowerCase().endsWith('.json')) continue;
    const config = await parseConfig(file);
    if (config) configs.push(config);
  }
  const [first, ...others] = configs;
  if (first) build.parts.push({ role: 'config', file: first.file });
  build.surplus = others.map((config) => config.file);
  return first ?? null;
}

async function parseConfig(file: PlacedFile): Promise<Config | null> {
  if (file.source.size > maxConfigBytes) return null;
  try {
    const values: unknown = JSON.parse(await readText(file));
    return typeof values === 'object' && values !== null && 'dataUrl' in values
      ? { file, values: { ...values } }
      : null;
  } catch {
    return null;
  }
}

function readConfig(search: Search, build: UnityBuild, config: Config): void {
  const { values } = config;
  const text = (key: string) => (typeof values[key] === 'string' && values[key] !== '' ? values[key] : null);
  const folder = folderOf(config.file.path);
  for (const [role, key] of slots) {
    const url = text(key);
    // A browser with WebAssembly asks for nothing of asm.js.
    const named = !key.startsWith('asm') || text('wasmCodeUrl') === null;
    if (url !== null) addReferenced(search, build, { role, url, folder }, { named });
  }
  const background = text('backgroundUrl');
  if (background !== null) search.resolver.resolve(background, folder);
  build.productName = text('productName');
  build.companyName = text('companyName');
  build.productVersion = text('productVersion');
  build.unityVersion = text('unityVersion');
  build.developmentBuild = values.developmentBuild === true;
  build.threads = values.multithreading === true || text('wasmMemoryUrl') !== null;
}

/** Unity 5.3 to 5.5 have no such file: the page's own script names the parts. */
function addPartsBeside(search: Search, build: UnityBuild, loader: PlacedFile): void {
  for (const file of search.index.files) {
    const role = partNameOf(file.path)?.role;
    if (file !== loader && folderOf(file.path) === folderOf(loader.path) && role) {
      build.parts.push({ role, file });
    }
  }
}
