import type { FileRole } from '#shared/versions/versions.ts';
import type { PlacedFile } from './placed.ts';
import type { UnityBuild, UnityPart } from './unity/build.ts';
import { roleOfBytes } from './unity/part-bytes.ts';
import { baseName, folderOf, partNameOf } from './unity/part-names.ts';

const words: Record<FileRole, string> = {
  loader: 'the loader, the script that fetches the other parts',
  framework: 'the framework, the script between the game and the browser',
  data: 'the data file, with the scenes, pictures and sounds',
  wasm: 'the code, as WebAssembly',
  asm: 'the code, as asm.js',
  memory: 'the initial memory',
  symbols: 'the debug symbols',
  worker: 'the worker script for threads',
  config: 'the configuration, which names the other parts',
};
const needed: readonly FileRole[] = ['loader', 'framework', 'data', 'wasm'];

/** Parts of Unity builds without a page; empty for accidental similarities. */
export async function findLoneParts(files: readonly PlacedFile[]): Promise<UnityPart[]> {
  const parts: UnityPart[] = [];
  let certain = false;
  for (const file of files) {
    const name = partNameOf(file.path);
    if (!name) continue;
    const role = name.role ?? (await roleOfBytes(file));
    certain ||=
      name.suffix === '.unityweb' || role === 'loader' || /(^|\/)Build\/$/i.test(folderOf(file.path));
    if (role) parts.push({ role, file });
    else if (name.suffix === '.unityweb') parts.push({ role: 'data', file });
  }
  return certain || new Set(parts.map((part) => part.role)).size > 1 ? parts : [];
}

/** The text of a generated page for parts that cannot start. */
export function describeLoneParts(parts: readonly UnityPart[], build: UnityBuild | null): string[] {
  const roles = new Set(parts.map((part) => part.role));
  const missing = build
    ? build.missing.map((part) => `${words[part.role]} (${part.path})`)
    : needed
        .filter((role) => !(role === 'wasm' && roles.has('asm')) && !roles.has(role))
        .map((role) => words[role]);
  const found = parts.map((part) => `${baseName(part.file.path)} is ${words[part.role]}.`);
  return [
    parts.length === 1
      ? `This is one part of a Unity build and cannot be played alone: ${found[0] ?? ''}`
      : `These are parts of a Unity build, but not all of them. ${found.join(' ')}`,
    `What is missing: ${missing.length > 0 ? missing.join('; ') : 'the configuration (Build/….json), which names the other parts'}.`,
    'To play it here, upload a zip of the whole folder that Unity made: index.html, Build and, where they are there, TemplateData and StreamingAssets.',
  ];
}
