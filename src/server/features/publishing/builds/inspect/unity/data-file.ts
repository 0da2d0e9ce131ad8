import type { PlacedFile } from '../placed.ts';

/** What Unity's data file tells. */
export interface DataFile {
  /** Whether it begins as Unity's data files do. */
  recognised: boolean;
  /** The exact editor version, or null where the build strips it. */
  unityVersion: string | null;
  developmentBuild: boolean;
  /** Where the last of its entries ends; 0 where it was not recognised. */
  endsAt: number;
  /** The names in the managed code from IL2CPP metadata; null without any. */
  metadata: PlacedFile | null;
}

const magic = Buffer.from('UnityWebData1.0\0', 'latin1');
const maxHeaderBytes = 1024 * 1024;
const versionPattern = /(?:^|\0)(\d{1,4}\.\d{1,2}\.\d{1,3}[abcfpx]\d{1,3}(?:c\d)?)(?:\0|$)/;

interface Entry {
  name: string;
  offset: number;
  length: number;
}

/**
 * Reads Unity's data file: the 16 bytes `UnityWebData1.0\0`, the header's size as u32 little endian, then
 * entries of `u32 offset, u32 length, u32 name length, name`. The asset file among them, `data.unity3d`
 * (`UnityFS`, a format number, a minimum version, the editor's version, each ended by a zero) or
 * `globalgamemanagers`, carries the exact version in its first bytes. Found by comparing real builds of
 * Unity 2018.3 to 2022.3.
 */
export async function readDataFile(file: PlacedFile): Promise<DataFile> {
  const nothing = {
    recognised: false,
    unityVersion: null,
    developmentBuild: false,
    endsAt: 0,
    metadata: null,
  };
  const start = await file.source.read(0, magic.length + 4);
  if (start.length < magic.length + 4 || !start.subarray(0, magic.length).equals(magic)) return nothing;
  const headerBytes = Math.min(start.readUInt32LE(magic.length), maxHeaderBytes);
  const entries = readEntries(await file.source.read(0, headerBytes));
  return {
    recognised: true,
    unityVersion: await readVersion(file, entries),
    developmentBuild: await hasDebugConnection(file, entries),
    endsAt: entries.reduce((end, { offset, length }) => Math.max(end, offset + length), 0),
    metadata: metadataOf(file, entries),
  };
}

function readEntries(header: Buffer): Entry[] {
  const entries: Entry[] = [];
  let at = magic.length + 4;
  while (at + 12 <= header.length) {
    const nameEnd = at + 12 + header.readUInt32LE(at + 8);
    if (nameEnd > header.length) break;
    entries.push({
      name: header.toString('utf8', at + 12, nameEnd),
      offset: header.readUInt32LE(at),
      length: header.readUInt32LE(at + 4),
    });
    at = nameEnd;
  }
  return entries;
}

async function readVersion(file: PlacedFile, entries: readonly Entry[]): Promise<string | null> {
  for (const name of ['data.unity3d', 'globalgamemanagers', 'mainData', 'level0']) {
    const entry = entries.find((each) => each.name === name);
    if (!entry) continue;
    const head = await file.source.read(entry.offset, Math.min(96, entry.length));
    // The format's own minimum, `5.x.x`, does not fit the pattern; an editor's version always does.
    const version = versionPattern.exec(head.toString('latin1'))?.[1];
    if (version) return version;
  }
  return null;
}

async function hasDebugConnection(file: PlacedFile, entries: readonly Entry[]): Promise<boolean> {
  const entry = entries.find((each) => each.name === 'boot.config');
  if (!entry) return false;
  const text = await file.source.read(entry.offset, Math.min(16_384, entry.length));
  return /^player-connection-debug=1\s*$/m.test(text.toString('latin1'));
}

const metadataName = 'Il2CppData/Metadata/global-metadata.dat';

function metadataOf({ source }: PlacedFile, entries: readonly Entry[]): PlacedFile | null {
  const entry = entries.find(({ name }) => name === metadataName);
  if (!entry) return null;
  const { offset, length } = entry;
  const read = (start: number, count: number) =>
    source.read(offset + start, Math.max(0, Math.min(count, length - start)));
  return { path: metadataName, source: { ...source, size: length, read } };
}
