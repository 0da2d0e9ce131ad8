import { createHash } from 'node:crypto';
import { realBuild } from '../../fixtures/real-build.ts';
import { realPage } from '../../fixtures/real-page.ts';
import { unityBrotli, unityGzip } from '../../fixtures/unity-encoding.ts';
import { makeZip } from '../../fixtures/zip.ts';
import { largeBuild } from './large-builds.ts';

/** The parts of a build for the player's browser, without compression. */
export interface BuildParts {
  loader: Buffer;
  framework: Buffer;
  data: Buffer;
  wasm: Buffer;
  symbols: Buffer;
}

/** Two consecutive versions of one application. */
export interface BuildPair {
  name: string;
  older: BuildParts;
  newer: BuildParts;
}

/** @param quick uses the small real build and a modified copy instead of two real versions */
export async function buildPair(quick: boolean): Promise<BuildPair> {
  if (!quick) {
    const [older, newer] = [partsOf(await largeBuild('older')), partsOf(await largeBuild('newer'))];
    return { name: 'Decentraland 1.0.28231 → 1.0.28548', older, newer };
  }
  const older = partsOf(await realBuild('plain'));
  const newer = { ...older, data: Buffer.from(older.data) };
  for (let at = 50_000; at < newer.data.length; at += 500_000) newer.data.writeUInt32LE(at, at);
  return { name: 'the small build with some bytes changed', older, newer };
}

function partsOf(entries: readonly { name: string; data: Buffer | string }[]): BuildParts {
  const part = (ending: string) => {
    const found = entries.find(({ name }) => name.endsWith(ending));
    if (!found) throw new Error(`The build has no ${ending}.`);
    return Buffer.from(found.data);
  };
  return {
    loader: part('.loader.js'),
    framework: part('.framework.js'),
    data: part('.data'),
    wasm: part('.wasm'),
    symbols: part('.symbols.json'),
  };
}

/** The creator's choice in Unity's publishing settings, and the build time in seconds since 1970. */
export interface Publishing {
  compression: 'none' | 'gzip' | 'brotli';
  namesAsHashes?: boolean;
  madeAt?: number;
}

const endings = {
  loader: '.loader.js',
  framework: '.framework.js',
  data: '.data',
  wasm: '.wasm',
  symbols: '.symbols.json',
};
const suffixes = { none: '', gzip: '.gz', brotli: '.br' };
/** Position of the modification time in a gzip header (RFC 1952, 2.3). */
const gzipTimeOffset = 4;

/** The zip that Unity would make from these parts with these settings. */
export async function packBuild(parts: BuildParts, publishing: Publishing): Promise<Buffer> {
  const { compression, namesAsHashes = false } = publishing;
  const names = { ...endings };
  const entries = [];
  for (const role of Object.keys(endings) as (keyof BuildParts)[]) {
    const content = parts[role];
    const base = namesAsHashes ? createHash('md5').update(content).digest('hex') : 'unity';
    const isPacked = role !== 'loader';
    names[role] = `${base}${endings[role]}${isPacked ? suffixes[compression] : ''}`;
    const data = isPacked ? await compressed(content, publishing) : content;
    entries.push({ name: `Build/${names[role]}`, data });
  }
  const stored = compression === 'none' ? { level: 1 } : { method: 'store' as const };
  return makeZip([
    { name: 'index.html', data: realPage(names) },
    ...entries.map((entry) => ({ ...entry, ...stored })),
  ]);
}

async function compressed(content: Buffer, { compression, madeAt = 0 }: Publishing): Promise<Buffer> {
  if (compression === 'none') return content;
  if (compression === 'brotli') return unityBrotli(content, 1);
  const packed = unityGzip(content);
  packed.writeUInt32LE(madeAt, gzipTimeOffset);
  return packed;
}
