import type { FileRole } from '#shared/versions/versions.ts';

/** The possible role of a Unity part by its file name. */
export interface PartName {
  /** `null` for a bare `N.unityweb`, whose kind only its bytes show. */
  role: FileRole | null;
  /** The build's base name, as `N` in `N.data.gz`. */
  base: string;
  /** What follows the base name, in lower case and without `.gz`, `.br` or `.unityweb`. */
  kind: string;
  suffix: '' | '.gz' | '.br' | '.unityweb';
}

/** The longer endings come first: `N.wasm.framework` is not a `.framework` of a build `N.wasm`. */
const kinds: readonly (readonly [kind: string, role: FileRole])[] = [
  ['.wasm.framework', 'framework'],
  ['.asm.framework', 'framework'],
  ['.wasm.memory', 'memory'],
  ['.asm.memory', 'memory'],
  ['.wasm.code.wasm', 'wasm'],
  ['.wasm.code', 'wasm'],
  ['.asm.code', 'asm'],
  ['.symbols.json', 'symbols'],
  ['.framework.js', 'framework'],
  ['.loader.js', 'loader'],
  ['.worker.js', 'worker'],
  ['.asm.js', 'asm'],
  ['.data', 'data'],
  ['.wasm', 'wasm'],
  ['.mem', 'memory'],
];

/** Unity 5.3 to 5.5 packed its release builds under these endings. */
const packedKinds: Readonly<Record<string, readonly [kind: string, role: FileRole]>> = {
  '.jsgz': ['.js', 'asm'],
  '.datagz': ['.data', 'data'],
  '.memgz': ['.mem', 'memory'],
};

/** Whether a path is below a `StreamingAssets` folder, which contains the creator's own files. */
export function isStreamingAsset(path: string): boolean {
  return /(^|\/)StreamingAssets\//i.test(path);
}

/** The last segment of a path with `/`. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder of a path with its final `/`, or `''` at the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Reads a path as the name of a part of a Unity build of any generation; null where it is none. */
export function partNameOf(path: string): PartName | null {
  if (isStreamingAsset(path)) return null;
  const name = baseName(path);
  const lower = name.toLowerCase();
  if (lower === 'unityloader.js') return { role: 'loader', base: '', kind: lower, suffix: '' };
  for (const [ending, [kind, role]] of Object.entries(packedKinds)) {
    if (lower.endsWith(ending)) return { role, base: name.slice(0, -ending.length), kind, suffix: '.gz' };
  }
  const suffix = (['.unityweb', '.gz', '.br'] as const).find((ending) => lower.endsWith(ending)) ?? '';
  const bare = lower.slice(0, lower.length - suffix.length);
  for (const [kind, role] of kinds) {
    if (bare.endsWith(kind) && bare.length > kind.length) {
      return { role, base: name.slice(0, bare.length - kind.length), kind, suffix };
    }
  }
  if (suffix === '.unityweb') return { role: null, base: name.slice(0, bare.length), kind: '', suffix };
  return null;
}
