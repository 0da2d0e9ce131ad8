import type { Context } from '../../context.ts';
import { foldPath, maxMissingFiles, recordMissingFile } from '../../features/apps/missing-files.ts';
import { ByteLru } from '../../platform/byte-lru.ts';
import type { Manifest } from '../bytes/manifest-cache.ts';

const cacheBytes = 4_194_304;
const maxPathLength = 1_000;

/** Reports to the creator which files a build requests under nearly their name. Players only get a 404. */
export class MissingFiles {
  readonly #context: Context;
  readonly #folded = new WeakMap<Manifest, Map<string, string>>();
  /** Missing files recorded lately by version id, so that a repeated request writes nothing. */
  readonly #recorded = new ByteLru<Set<string>>(cacheBytes);

  constructor(context: Context) {
    this.#context = context;
  }

  /** Never throws, and is not waited for: a player's answer does not depend on it. */
  note(manifest: Manifest, path: string): void {
    if (path.length > maxPathLength) return;
    const nearPath = this.#foldedPaths(manifest).get(foldPath(path));
    if (nearPath === undefined || nearPath === path) return;
    const { id } = manifest.version;
    const recorded = this.#recorded.get(id) ?? new Set();
    if (recorded.has(path) || recorded.size >= maxMissingFiles) return;
    this.#recorded.set(id, recorded.add(path), maxMissingFiles * 2 * maxPathLength);
    recordMissingFile(this.#context, id, { path, nearPath }).catch((error: unknown) =>
      this.#context.log.warn({ err: error }, 'a missing file could not be noted'),
    );
  }

  #foldedPaths(manifest: Manifest): Map<string, string> {
    const known = this.#folded.get(manifest);
    if (known) return known;
    const folded = new Map([...manifest.files.keys()].map((path) => [foldPath(path), path]));
    this.#folded.set(manifest, folded);
    return folded;
  }
}
