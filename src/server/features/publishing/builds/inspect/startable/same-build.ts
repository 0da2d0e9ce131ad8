import type { PlacedFile } from '../placed.ts';
import { externalKinds, readExports, readImports } from '../unity/wasm/interface.ts';
import { readSection, sectionIds, sectionsOf } from '../unity/wasm/sections.ts';

/** Emscripten's names of the object with the framework's exports for the code. */
const objectNames = '(?:asmLibraryArg|wasmImports)';
const objectStart = new RegExp(String.raw`\b${objectNames}\s*=\s*\{`, 'g');
/** The object is made or changed in a way that cannot be read here. */
const unreadable = new RegExp(
  String.raw`\b${objectNames}\s*(?:=\s*[^=\s{]|\[\s*[^"'\s])|Object\.assign\(\s*${objectNames}|\.\.\.${objectNames}`,
);
const assignedMember = /(?:\[\s*(["'])([^"'\\]+)\1\s*\]|\.([\w$]+))\s*=(?!=)/g;
const space = /(?:\s+|\/\*.*?\*\/|\/\/[^\n]*)*/sy;
const key = /([A-Za-z_$][\w$]*)|"([^"\\]*)"|'([^'\\]*)'/y;
const value = /[\w$.]+(?:\s*\|\|\s*[\w$.]+(?:\[(?:"[^"]*"|'[^']*')\])?)?/y;
/** The memory as the framework takes it from the code. */
const memoryFromExports =
  /\bwasmMemory\s*=\s*(?:Module\s*\[\s*["']asm["']\s*\]|wasmExports|asm|exports)\s*(?:\[\s*["']([^"']+)["']\s*\]|\.([\w$]+))/;
/** Import modules of this object; others, such as `global` and `GOT.mem`, are created elsewhere. */
const ownModules = new Set(['a', 'env', 'wasi_snapshot_preview1', 'wasi_unstable']);

/**
 * Whether framework and code are certainly of different builds: the code imports missing functions, or lacks the
 * memory that the framework uses, so it cannot be instantiated. False if one of them cannot be read.
 */
export async function areOfDifferentBuilds(framework: string, code: PlacedFile): Promise<boolean> {
  const module = await sectionsOf(code);
  if (!module?.whole) return false;
  const importSection = await readSection(code, module, sectionIds.imports);
  const imports = importSection ? readImports(importSection) : [];
  if (!imports) return false;
  const provided = providedNames(framework);
  if (provided && imports.some(({ module, name }) => ownModules.has(module) && !provided.has(name)))
    return true;
  if (imports.some(({ kind }) => kind === externalKinds.memory)) return false;
  const [, quoted, bare] = memoryFromExports.exec(framework) ?? [];
  const memory = quoted ?? bare;
  const exportSection = await readSection(code, module, sectionIds.exports);
  const exports = exportSection && readExports(exportSection);
  if (memory === undefined || !exports) return false;
  return !exports.some(({ name, kind }) => name === memory && kind === externalKinds.memory);
}

/** The names that the framework may provide; null if its text does not show them. */
function providedNames(framework: string): Set<string> | null {
  if (unreadable.test(framework)) return null;
  const names = new Set<string>();
  for (const match of framework.matchAll(objectStart)) {
    const keys = keysFrom(framework, match.index + match[0].length);
    if (!keys) return null;
    for (const each of keys) names.add(each);
  }
  if (names.size === 0) return null;
  for (const [, , quoted, bare] of framework.matchAll(assignedMember)) names.add(quoted ?? bare ?? '');
  return names;
}

/** The keys of an object whose values are names; null otherwise. */
function keysFrom(text: string, start: number): string[] | null {
  const keys: string[] = [];
  let at = start;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (;;) {
    take(space);
    if (text[at] === '}') return keys;
    const match = take(key);
    if (!match) return null;
    keys.push(match[1] ?? match[2] ?? match[3] ?? '');
    take(space);
    if (text[at] === ':') {
      at += 1;
      take(space);
      if (!take(value)) return null;
      take(space);
    }
    if (text[at] === ',') at += 1;
    else if (text[at] !== '}') return null;
  }
}
