import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** The folder of the built server with this module; sources have another path. */
const builtFolder = new URL('.', import.meta.url).href;
const places = /(file:[^\s()]+\.js):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | null>();

/**
 * A stack trace with source positions. Node's `--enable-source-maps` reads the maps at each start, which adds a fifth
 * to it; here they are read with the first error.
 */
export function sourceStack(stack: string, folder = builtFolder): string {
  return stack.replace(places, (place, script: string, line: string, column: string) => {
    const map = script.startsWith(folder) ? mapOf(script) : null;
    const origin = map?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin) || !origin.fileName) return place;
    return `${new URL(origin.fileName, script).href}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(script: string): SourceMap | null {
  let map = maps.get(script);
  if (map === undefined) {
    map = readMap(script);
    maps.set(script, map);
  }
  return map;
}

function readMap(script: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${script}.map`), 'utf8')));
  } catch {
    return null;
  }
}
