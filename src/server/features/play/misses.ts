import type { Context } from '../../context.ts';
import { ByteLru } from '../../platform/byte-lru.ts';
import { foldPath, maxMisses, recordMiss } from '../apps/misses.ts';
import type { Manifest } from './library.ts';

const cacheBytes = 4_194_304;
const maxPathLength = 1_000;

/** Tells the creator of files that a build asks for under nearly their name; players only get a 404. */
export class Misses {
  readonly #context: Context;
  readonly #folded = new WeakMap<Manifest, Map<string, string>>();
  /** What was recorded of a version lately, so that the same miss costs no more than a look. */
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
    if (recorded.has(path) || recorded.size >= maxMisses) return;
    this.#recorded.set(id, recorded.add(path), maxMisses * 2 * maxPathLength);
    recordMiss(this.#context, id, { path, nearPath }).catch((error: unknown) =>
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
