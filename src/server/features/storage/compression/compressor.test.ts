import { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { sha256 } from '../testing.ts';
import { startCompressor } from './compressor.ts';

const request = {
  encoding: 'gzip',
  source: '/nowhere',
  output: '/nowhere',
  size: 1,
  sha256: '',
  dictionary: null,
  maxBytes: 1,
} as const;

test('a compressor that cannot start rejects its work immediately and later, and can be stopped', async () => {
  const { execPath } = process;
  const signals = vi.spyOn(ChildProcess.prototype, 'kill');
  process.execPath = '/nowhere/node';
  try {
    const compressor = startCompressor(new AbortController().signal);
    await expect(compressor.compress(request)).rejects.toThrow('ended before it was done');
    await expect(compressor.compress(request)).rejects.toThrow('ended before it was done');
    await compressor.stop();
    await startCompressor(new AbortController().signal).stop();
    expect(signals).not.toHaveBeenCalled();
  } finally {
    process.execPath = execPath;
    signals.mockRestore();
  }
});

test('one with aborted work has ended when it is stopped', async () => {
  const end = new AbortController();
  const compressor = startCompressor(end.signal);
  const refused = expect(compressor.compress(request)).rejects.toThrow();
  end.abort();
  await refused;
  await compressor.stop();
});

test('an oversized result is aborted and reports its CPU time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flux-compressor-'));
  const compressor = startCompressor(new AbortController().signal);
  try {
    const noise = randomBytes(2_000_000);
    const source = join(folder, 'source');
    await writeFile(source, noise);
    const output = join(folder, 'gzip');
    const wanted = { ...request, source, output, size: noise.length, sha256: sha256(noise) };
    const { made, cpuSeconds } = await compressor.compress({ ...wanted, maxBytes: 100_000 });
    expect([made, cpuSeconds > 0]).toEqual([null, true]);
    expect((await stat(output)).size).toBeLessThanOrEqual(100_000);
    const whole = { ...wanted, output: `${output}-whole`, maxBytes: 3_000_000 };
    expect((await compressor.compress(whole)).made?.size).toBe((await stat(whole.output)).size);
  } finally {
    await compressor.stop();
    await rm(folder, { recursive: true });
  }
});
