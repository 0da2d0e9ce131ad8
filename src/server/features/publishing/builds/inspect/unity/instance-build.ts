import type { FileRole } from '#shared/versions/versions.ts';
import { definesLoader } from '../page/entry-page.ts';
import { type PlacedFile, readText } from '../placed.ts';
import { addReferenced, emptyBuild, type Search, type UnityBuild, type UnityPart } from './build.ts';
import { hasHashedName, roleOfBytes } from './part-bytes.ts';
import { baseName, folderOf, partNameOf } from './part-names.ts';
import { mentionedParts } from './picked.ts';

const slots: readonly { role: FileRole; key: string; required: boolean; kind: string }[] = [
  { role: 'framework', key: 'frameworkUrl', required: true, kind: '.framework.js' },
  { role: 'data', key: 'dataUrl', required: true, kind: '.data' },
  { role: 'wasm', key: 'codeUrl', required: true, kind: '.wasm' },
  { role: 'memory', key: 'memoryUrl', required: false, kind: '.mem' },
  { role: 'symbols', key: 'symbolsUrl', required: false, kind: '.symbols.json' },
  { role: 'worker', key: 'workerUrl', required: false, kind: '.worker.js' },
];

/** Finds a build of Unity 2020.1 or later, which starts by `createUnityInstance(canvas, config)`. */
export async function findInstanceBuild(search: Search): Promise<UnityBuild | null> {
  const build = emptyBuild('createUnityInstance');
  const values = search.entry?.values;
  const loader = await findLoader(search, build);
  build.productName = values?.find('productName') ?? null;
  build.companyName = values?.find('companyName') ?? null;
  build.productVersion = values?.find('productVersion') ?? null;
  const nearby = loader ? await partsBeside(search, loader) : [];
  const mentioned = mentionedParts(nearby, search, build);
  for (const slot of slots) {
    const url = values?.find(slot.key) ?? null;
    if (url !== null) {
      addReferenced(search, build, { role: slot.role, url, folder: '' });
      if (!values?.isAssignedOnce(slot.key)) build.doubtful.add(slot.role);
      continue;
    }
    const candidates = nearby.filter((part) => part.role === slot.role);
    const base = loader ? (partNameOf(loader.path)?.base ?? '') : '';
    const found =
      candidates.find((part) => partNameOf(part.file.path)?.base === base) ??
      (candidates.length === 1 || hasHashedName(base) ? candidates[0] : undefined);
    const either = found ? [found] : candidates.filter((part) => mentioned.has(part));
    build.parts.push(...either);
    if (either.length === 0 && slot.required && loader) {
      const path = `${folderOf(loader.path)}${base}${slot.kind}`;
      build.missing.push({ role: slot.role, path, named: false, similar: candidates[0]?.file ?? null });
    }
  }
  const named = new Set(build.parts.map((part) => part.file));
  const roles = new Set(build.parts.map((part) => part.role));
  const leftOver = nearby.filter((part) => !named.has(part.file) && roles.has(part.role));
  const picked = leftOver.filter((part) => mentioned.has(part));
  build.parts.push(...picked);
  build.picks = build.parts.length > roles.size;
  build.surplus = leftOver.filter((part) => !mentioned.has(part)).map((part) => part.file);
  return build;
}

/** The loader named by the page, or the one beside it. */
async function findLoader(search: Search, build: UnityBuild): Promise<PlacedFile | null> {
  const values = search.entry?.values;
  const assigned = values?.find('loaderUrl') ?? null;
  if (assigned !== null && !values?.isAssignedOnce('loaderUrl')) build.doubtful.add('loader');
  const url = assigned ?? (await scriptThatLoads(search));
  if (url !== null) {
    addReferenced(search, build, { role: 'loader', url, folder: '' });
    return build.parts[0]?.file ?? null;
  }
  const files = search.index.files.filter((file) => partNameOf(file.path)?.kind === '.loader.js');
  files.sort((a, b) => a.path.split('/').length - b.path.split('/').length || a.path.localeCompare(b.path));
  const file = files[0] ?? null;
  if (file) build.parts.push({ role: 'loader', file });
  return file;
}

async function scriptThatLoads(search: Search): Promise<string | null> {
  for (const src of search.entry?.page.scripts ?? []) {
    if (/\.loader\.js([?#]|$)/i.test(src)) return src;
    const file = search.resolver.resolve(src, '')?.file;
    if (file && definesLoader(await readText(file, 262_144))) return src;
  }
  return null;
}

/** Every part in the loader's folder, by name, or by bytes where the names are digests. */
async function partsBeside(search: Search, loader: PlacedFile): Promise<UnityPart[]> {
  const folder = folderOf(loader.path);
  const parts: UnityPart[] = [];
  for (const file of search.index.files) {
    if (file === loader || folderOf(file.path) !== folder) continue;
    const named = partNameOf(file.path)?.role ?? null;
    const role = named ?? (hasHashedName(baseName(file.path)) ? await roleOfBytes(file) : null);
    if (role && role !== 'loader') parts.push({ role, file });
  }
  return parts;
}
