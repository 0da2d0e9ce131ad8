import type { PlacedFile } from '../../placed.ts';
import { readImports } from './interface.ts';
import { readSection, sectionIds, sectionsOf } from './sections.ts';

const sharedFlag = 2;

/**
 * Whether a WebAssembly module imports or defines a shared memory, as a build with threads does: bit 1 of the
 * flags before the memory's limits (WebAssembly core specification 5.5, threads proposal).
 */
export async function usesSharedMemory(file: PlacedFile): Promise<boolean> {
  const module = await sectionsOf(file);
  if (!module) return false;
  const imports = await readSection(file, module, sectionIds.imports);
  if (imports && readImports(imports)?.some(({ shared }) => shared)) return true;
  const memories = await readSection(file, module, sectionIds.memory);
  return memories !== null && memories.number() > 0 && (memories.byte() & sharedFlag) !== 0;
}
