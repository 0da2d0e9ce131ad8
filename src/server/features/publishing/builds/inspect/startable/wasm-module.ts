import type { PlacedFile } from '../placed.ts';
import { sectionsOf } from '../unity/wasm/sections.ts';

/** Node has it; the types are in TypeScript's library for browsers alone. */
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => object;
  CompileError: new () => Error;
};

/** A module is read whole to be validated; larger ones are only looked at section by section. */
const maxValidatedBytes = 192 * 1024 * 1024;
/** What V8 says of a feature that it does not have, or has switched off: a browser may have it. */
const unknownFeature =
  /experimental|(?:invalid|illegal|unknown|unexpected|reserved)[^"]*(?:opcode|type|section|flag|kind|attribute|form|alignment)|\bflags?\b/i;

/** How a WebAssembly file is damaged so that no browser compiles it; null where that is not certain. */
export async function moduleFault(file: PlacedFile): Promise<'foreign' | 'cut-short' | 'invalid' | null> {
  const module = await sectionsOf(file);
  if (!module) return 'foreign';
  if (!module.whole) return 'cut-short';
  if (file.source.size > maxValidatedBytes) return null;
  const bytes = await file.source.read(0, file.source.size);
  if (WebAssembly.validate(bytes)) return null;
  return isCertainlyInvalid(bytes) ? 'invalid' : null;
}

function isCertainlyInvalid(bytes: Uint8Array): boolean {
  try {
    new WebAssembly.Module(bytes);
    return false;
  } catch (error) {
    return error instanceof WebAssembly.CompileError && !unknownFeature.test(error.message);
  }
}
