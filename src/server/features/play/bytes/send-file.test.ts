import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockBytes, type HotFile } from './hot-files.ts';
import { sendHot } from './send-file.ts';

const content = randomBytes(4 * blockBytes + 77);
let folder: string;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-send-'));
  path = join(folder, 'file');
  await writeFile(path, content);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function received(file: HotFile, range: { start: number; end: number }): Promise<Buffer> {
  const server = createServer((_, response) => void sendHot(file, () => open(path), response, range));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return Buffer.from(await answer.arrayBuffer());
  } finally {
    server.close();
  }
}

test.each([0, 1, 3, 9])('a file that is let go after %i blocks is completed from the disk', async (held) => {
  const file: HotFile = {
    block: (index) =>
      index < held ? Buffer.from(content.subarray(index * blockBytes, (index + 1) * blockBytes)) : undefined,
  };
  for (const range of [
    { start: 0, end: content.length - 1 },
    { start: 5, end: 5 },
    { start: blockBytes - 1, end: 2 * blockBytes },
    { start: 3 * blockBytes, end: content.length - 2 },
  ]) {
    expect((await received(file, range)).equals(content.subarray(range.start, range.end + 1))).toBe(true);
  }
});
