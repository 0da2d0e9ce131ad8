import type { Search, UnityBuild } from './build.ts';
import { findInstanceBuild } from './instance-build.ts';
import { findLoaderBuild } from './loader-build.ts';
import { partNameOf } from './part-names.ts';
import { addPickedBuilds } from './picked.ts';

/** Finds the Unity build in the files, or null where there is none. */
export async function findUnityBuild(search: Search): Promise<UnityBuild | null> {
  const source = search.entry?.source ?? '';
  const names = search.index.files.map((file) => partNameOf(file.path));
  const instance =
    source.includes('createUnityInstance') || names.some((name) => name?.kind === '.loader.js');
  const loader = source.includes('UnityLoader') || names.some((name) => name?.kind === 'unityloader.js');
  // A page of the newer kind may still mention the older loader, hardly the other way round.
  const build =
    (instance ? await findInstanceBuild(search) : null) ?? (loader ? await findLoaderBuild(search) : null);
  if (!build || build.parts.length + build.missing.length === 0) return null;
  addPickedBuilds(search, build);
  return build;
}
