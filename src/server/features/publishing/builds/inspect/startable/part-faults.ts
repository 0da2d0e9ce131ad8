import type { FileRole } from '#shared/versions/versions.ts';
import { type PlacedFile, readText } from '../placed.ts';
import type { UnityPart } from '../unity/build.ts';
import { readDataFile } from '../unity/data-file.ts';
import { partNameOf } from '../unity/part-names.ts';
import { moduleFault } from './wasm-module.ts';
import { isWholeScript } from './whole-script.ts';

export type PartFault =
  | 'empty'
  | 'lfs-pointer'
  | 'undecodable'
  | 'broken-script'
  | 'foreign'
  | 'cut-short'
  | 'invalid';

/** Parts without which no build starts. */
export const requiredRoles: ReadonlySet<FileRole> = new Set([
  ...(['loader', 'framework', 'data', 'wasm', 'asm', 'config'] as const),
]);

/** A longer script is not compiled: only asm.js is that long, and it would take too much memory. */
export const maxScriptBytes = 32 * 1024 * 1024;

/** Why a part cannot have its role; null without a certain problem. */
export async function faultOf({ role, file }: UnityPart): Promise<PartFault | null> {
  const { source } = file;
  if (source.isLfsPointer) return 'lfs-pointer';
  if (source.size === 0) return requiredRoles.has(role) ? 'empty' : null;
  if (source.undecodable) return 'undecodable';
  switch (role) {
    case 'loader':
    case 'framework':
    case 'asm':
      return (await isScript(file)) ? null : 'broken-script';
    case 'wasm':
      return moduleFault(file);
    case 'data':
      return dataFault(file);
    default:
      return null;
  }
}

async function isScript(file: PlacedFile): Promise<boolean> {
  return file.source.size > maxScriptBytes || isWholeScript(await readText(file, maxScriptBytes));
}

async function dataFault(file: PlacedFile): Promise<PartFault | null> {
  // Unity 5.3 to 5.5 packed its data in another way.
  if (partNameOf(file.path)?.kind === '.data' && /(^|\/)Release\//.test(file.path)) return null;
  const { recognised, endsAt } = await readDataFile(file);
  if (!recognised) return 'foreign';
  return endsAt > file.source.size ? 'cut-short' : null;
}
