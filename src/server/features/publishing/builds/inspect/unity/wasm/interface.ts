import type { WasmReader } from './reader.ts';

/** Kinds of imports and exports (WebAssembly core specification, 5.5.5; tags: exception handling). */
export const externalKinds = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;

export interface WasmImport {
  module: string;
  name: string;
  kind: number;
  /** Of a memory: whether threads share it. */
  shared: boolean;
}

export interface WasmExport {
  name: string;
  kind: number;
}

const sharedFlag = 2;

/** The content of an import section; null where it holds a kind that is not known here. */
export function readImports(section: WasmReader): WasmImport[] | null {
  const count = section.number();
  const imports: WasmImport[] = [];
  while (imports.length < count && !section.done) {
    const module = section.name();
    const name = section.name();
    const kind = section.byte();
    let shared = false;
    if (kind === externalKinds.function) section.number();
    else if (kind === externalKinds.table) {
      section.skipType();
      section.limits();
    } else if (kind === externalKinds.memory) shared = (section.limits() & sharedFlag) !== 0;
    else if (kind === externalKinds.global) {
      section.skipType();
      section.byte();
    } else if (kind === externalKinds.tag) {
      section.byte();
      section.number();
    } else return null;
    imports.push({ module, name, kind, shared });
  }
  return section.overrun || imports.length < count ? null : imports;
}

/** The content of an export section; null where it is cut short. */
export function readExports(section: WasmReader): WasmExport[] | null {
  const count = section.number();
  const exports: WasmExport[] = [];
  while (exports.length < count && !section.done) {
    const name = section.name();
    const kind = section.byte();
    section.number();
    exports.push({ name, kind });
  }
  return section.overrun || exports.length < count ? null : exports;
}
