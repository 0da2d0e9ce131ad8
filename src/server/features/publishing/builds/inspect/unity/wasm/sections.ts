import type { PlacedFile } from '../../placed.ts';
import { WasmReader } from './reader.ts';

/** Numbers of sections (WebAssembly core specification, 5.5.2). */
export const sectionIds = { imports: 2, memory: 5, exports: 7 } as const;

export interface Section {
  id: number;
  /** Where its content begins in the file, and how many bytes it has. */
  at: number;
  size: number;
}

export interface ModuleSections {
  sections: Section[];
  /** Whether the last section ends at the end of the file, as it must. */
  whole: boolean;
}

const preamble = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
/** A section's number, and its size in at most five bytes. */
const headBytes = 6;
/** Compilers write a dozen; only custom sections may be more. */
const maxSections = 1_000;
const maxContentBytes = 8 * 1024 * 1024;

/** The sections of a WebAssembly module; null for what does not begin as one. */
export async function sectionsOf({ source }: PlacedFile): Promise<ModuleSections | null> {
  if (!(await source.read(0, preamble.length)).equals(preamble)) return null;
  const sections: Section[] = [];
  let at = preamble.length;
  while (at < source.size && sections.length < maxSections) {
    const head = new WasmReader(await source.read(at, headBytes));
    const id = head.byte();
    const size = head.number();
    const section = { id, at: at + head.at, size };
    if (head.overrun || section.at + size > source.size) return { sections, whole: false };
    sections.push(section);
    at = section.at + size;
  }
  return { sections, whole: true };
}

/** The content of the first section of that number; null where there is none, or it is larger than real ones are. */
export async function readSection(
  { source }: PlacedFile,
  { sections }: ModuleSections,
  id: number,
): Promise<WasmReader | null> {
  const section = sections.find((each) => each.id === id);
  if (!section || section.size > maxContentBytes) return null;
  return new WasmReader(await source.read(section.at, section.size));
}
