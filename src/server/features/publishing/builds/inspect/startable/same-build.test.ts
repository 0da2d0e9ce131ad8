import { describe, expect, test } from 'vitest';
import { makeInterface } from '#fixtures/unity-parts.ts';
import type { PlacedFile } from '../placed.ts';
import { areOfDifferentBuilds } from './same-build.ts';
import { moduleFault } from './wasm-module.ts';

interface Code {
  /** Names of functions by the module that they are imported from. */
  imports?: Record<string, string[]>;
  /** The export name of its memory; absent if it is imported. */
  memory?: string;
}

function placed(code: Code): PlacedFile {
  const bytes = makeInterface(code);
  const source = {
    path: 'game.wasm',
    size: bytes.length,
    sha256: '',
    storedSize: bytes.length,
    storedEncoding: 'identity' as const,
    read: async (start: number, length: number) => bytes.subarray(start, start + length),
  };
  return { path: source.path, source };
}

const own: Code = { imports: { a: ['a', 'b', 'c'] }, memory: 'd' };
const takesMemory = 'wasmMemory=Module["asm"]["d"];';
/** The forms in which Emscripten has written the object since Unity 2019. */
const frameworks: Record<string, string> = {
  'Unity 2021': `function createWasm(){var info={"a":asmLibraryArg};${takesMemory}}var asmLibraryArg={"a":_abort,"c":_clock,"b":_free};`,
  'Unity 2022': `var wasmImports={a:_abort,b:_free,"c":_clock};var asm=createWasm();${takesMemory}`,
  'Unity 6': `var wasmImports = {\n  /** @export */\n  a: _abort,\n  // of the game\n  b: _free,\n  c: wasmMemory || Module["wasmMemory"],\n};\n function assign(wasmExports) { wasmMemory = wasmExports['d']; }`,
  'Unity 6 with a later object': `var wasmImports; function assignImports(){ wasmImports={ a, b, c, }; } wasmMemory=wasmExports.d;`,
  'Unity 2019': `Module.asmLibraryArg={"a":abort,"b":free};var env=Module.asmLibraryArg;env["c"]=1;${takesMemory}`,
};

test('the modules of these tests are valid', async () => {
  expect(await moduleFault(placed(own))).toBeNull();
});

describe.each(Object.entries(frameworks))('a framework as of %s', (_, framework) => {
  test('matches the code of the same build', async () => {
    expect(await areOfDifferentBuilds(framework, placed(own))).toBe(false);
    const more = { ...own, imports: { ...own.imports, 'GOT.mem': ['x'], global: ['NaN'] } };
    expect(await areOfDifferentBuilds(framework, placed(more))).toBe(false);
  });

  test('does not match code with unknown imports', async () => {
    const other = { imports: { a: ['a', 'b', 'c', 'e'] }, memory: 'd' };
    expect(await areOfDifferentBuilds(framework, placed(other))).toBe(true);
  });

  test('does not match code whose memory has another name', async () => {
    const other = { imports: { a: ['a', 'b'] }, memory: 'c' };
    expect(await areOfDifferentBuilds(framework, placed(other))).toBe(true);
  });
});

test.each([
  ['an object that is computed', 'var wasmImports=makeImports();'],
  ['an object with functions in it', 'var wasmImports={"a":function(){return {}},"b":_free};'],
  ['an object with another in it', 'var wasmImports={...more,a:_abort};'],
  ['an object that is added to', 'var wasmImports={a:_abort};Object.assign(wasmImports,more);'],
  ['an object that is filled in a loop', 'var wasmImports={a:_abort};for(var x in y)wasmImports[x]=y[x];'],
  ['names that were made small again', 'var w={a:_abort};WebAssembly.instantiate(b,{a:w});'],
])('is never certainly different with %s', async (_, framework) => {
  expect(await areOfDifferentBuilds(framework, placed({ imports: { a: ['z'] } }))).toBe(false);
});
