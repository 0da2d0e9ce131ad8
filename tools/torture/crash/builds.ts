import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { makeZip } from '#fixtures/zip.ts';
import { Random } from '../random.ts';

/** A build to publish, and the content that must be served. */
export interface CrashBuild {
  zip: Buffer;
  /** SHA-256 of the decompressed content by path, hexadecimal. */
  files: ReadonlyMap<string, string>;
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Content that many versions share. The first file is large enough for an immutable address. */
const shared = [300_000, 40_000, 2_000].map((size, index) => new Random(index).bytes(size));

/** A small build with unique content, shared content, and a part that Unity compressed. */
export function makeCrashBuild(random: Random): CrashBuild {
  const own = random.bytes(random.below(200_000));
  const contents = new Map<string, Buffer>([
    ['index.html', Buffer.from(`<!doctype html><title>${random.below(1e9)}</title>`)],
    ['own.bin', own],
    ['shared.bin', random.pick(shared)],
    ['notes.txt', Buffer.from(`${random.below(1e9)} `.repeat(random.below(3_000)))],
    ['Build/game.data.gz', random.pick(shared)],
  ]);
  const entries = [...contents].map(([name, data]) =>
    name.endsWith('.gz')
      ? { name, data: gzipSync(data), method: 'store' as const }
      : { name, data, method: random.pick(['store', 'deflate'] as const) },
  );
  return {
    zip: makeZip(entries),
    files: new Map([...contents].map(([path, content]) => [path, sha256(content)])),
  };
}
