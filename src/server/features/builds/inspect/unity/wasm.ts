import type { PlacedFile } from '../placed.ts';

const importSection = 2;
const memorySection = 5;
const functionKind = 0;
const tableKind = 1;
const memoryKind = 2;
const globalKind = 3;
const tagKind = 4;
const sharedFlag = 2;
const maxSectionBytes = 8 * 1024 * 1024;

/**
 * Whether a WebAssembly module imports or defines a shared memory, as a build with threads does: bit 1 of the
 * flags before the memory's limits (WebAssembly core specification 5.5, threads proposal).
 */
export async function usesSharedMemory(file: PlacedFile): Promise<boolean> {
  const magic = await file.source.read(0, 8);
  if (magic.toString('latin1', 0, 4) !== '\0asm') return false;
  let at = 8;
  // The memory section is the fifth; a module has few sections before it.
  for (let count = 0; count < 64 && at < file.source.size; count += 1) {
    const head = new Reader(await file.source.read(at, 6));
    const id = head.byte();
    const size = head.u32();
    const body = at + head.at;
    if (id === importSection || id === memorySection) {
      const bytes = new Reader(await file.source.read(body, Math.min(size, maxSectionBytes)));
      if (id === importSection ? importsShared(bytes) : definesShared(bytes)) return true;
      if (id === memorySection) return false;
    }
    if (id > memorySection && id !== 13) return false;
    at = body + size;
  }
  return false;
}

function definesShared(section: Reader): boolean {
  return section.u32() > 0 && (section.byte() & sharedFlag) !== 0;
}

function importsShared(section: Reader): boolean {
  const count = section.u32();
  for (let index = 0; index < count && !section.done; index += 1) {
    section.skip(section.u32());
    section.skip(section.u32());
    const kind = section.byte();
    if (kind === functionKind) section.u32();
    else if (kind === tableKind) {
      section.byte();
      section.limits();
    } else if (kind === memoryKind) {
      if ((section.limits() & sharedFlag) !== 0) return true;
    } else if (kind === globalKind) section.skip(2);
    else if (kind === tagKind) {
      section.byte();
      section.u32();
    } else return false;
  }
  return false;
}

/** Reads the binary format forward; past the end every value is 0. */
class Reader {
  at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.at] ?? 0;
    this.at += 1;
    return value;
  }

  /** An unsigned LEB128 number; what does not fit 32 bits is cut. */
  u32(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if ((byte & 0x80) === 0) break;
    }
    return value;
  }

  skip(count: number): void {
    this.at += count;
  }

  /** Reads limits and returns their flags. */
  limits(): number {
    const flags = this.byte();
    this.u32();
    if ((flags & 1) !== 0) this.u32();
    return flags;
  }
}
