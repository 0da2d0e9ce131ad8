import type { FileRole } from '#shared/versions/versions.ts';
import type { PlacedFile } from '../placed.ts';
import { baseName } from './part-names.ts';

/** Whether a file is named by a hash, as Unity does with "Name Files As Hashes". */
export function hasHashedName(path: string): boolean {
  return /^[0-9a-f]{16,64}(\.|$)/i.test(baseName(path));
}

/** The role of a Unity part by its decompressed bytes; null if they do not show it. */
export async function roleOfBytes(file: PlacedFile): Promise<FileRole | null> {
  const head = (await file.source.read(0, 65_536)).toString('latin1');
  if (head.startsWith('\0asm')) return 'wasm';
  if (head.startsWith('UnityWebData')) return 'data';
  const text = head.trimStart();
  if (text.startsWith('{')) {
    if (text.includes('"dataUrl"')) return 'config';
    return /^\{\s*"\d+"\s*:/.test(text) ? 'symbols' : null;
  }
  // Unity's loaders also contain the framework's function name, so loaders are checked first.
  if (/\bfunction createUnityInstance\b|\bUnityLoader\s*=/.test(text)) return 'loader';
  if (/\bunityFramework\b|\bUnityModule\b/.test(text)) return 'framework';
  return /["'](almost asm|use asm)["']/.test(text) ? 'asm' : null;
}
