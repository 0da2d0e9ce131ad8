import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createLog } from '../../telemetry/log.ts';
import { LocalBlobStore } from '../local.ts';
import { BlobCache } from './blob-cache.ts';

const path = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));

/** Fetches a form slowly, in a separate process. */
const program = `
const { BlobCache } = await import(${path('blob-cache.ts')});
const { LocalBlobStore } = await import(${path('../local.ts')});
const { createLog } = await import(${path('../../telemetry/log.ts')});
const { Readable } = await import('node:stream');
const [folder, stored, form] = process.argv.slice(1);
const store = new LocalBlobStore(stored);
const slow = Object.create(store);
slow.get = async (key) => Readable.from((async function* () {
  for await (const chunk of await store.get(key)) {
    for (let from = 0; from < chunk.length; from += 65536) {
      yield chunk.subarray(from, from + 65536);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
})());
const cache = new BlobCache({ folder, maxBytes: 1e9, log: createLog('silent') });
const parsed = JSON.parse(form);
const file = await cache.open(parsed, async () => slow);
for await (const chunk of await file.stream({ start: 0, end: parsed.size - 1 })) console.log(chunk.length);
`;

test('partial fetches of a killed process are ignored', async () => {
  const root = await mkdtemp(join(tmpdir(), 'flux-killed-'));
  const [folder, stored] = [join(root, 'cache'), join(root, 'stored')];
  const store = new LocalBlobStore(stored);
  const bytes = randomBytes(4 * 1_048_576);
  await store.put('blobs/a', bytes, bytes.length);
  const storedSha256 = createHash('sha256').update(bytes).digest('hex');
  const form = { storageId: 'distant', key: 'blobs/a', size: bytes.length, storedSha256 };
  const args = ['--input-type=module', '-e', program, folder, stored, JSON.stringify(form)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  const left = await readdir(join(folder, '~unfinished'));
  expect(left).toHaveLength(1);
  // It looks whole by its size, since the room was taken at once.
  expect((await stat(join(folder, '~unfinished', left[0] ?? ''))).size).toBe(bytes.length);
  const cache = new BlobCache({ folder, maxBytes: 1e9, log: createLog('silent') });
  const file = await cache.open(form, async () => store);
  if (file.kind !== 'growing') throw new Error('It was believed.');
  const found = await buffer(await file.stream({ start: 0, end: bytes.length - 1 }));
  expect(found.equals(bytes)).toBe(true);
  await file.close();
  await cache.close();
  await rm(root, { recursive: true });
});
