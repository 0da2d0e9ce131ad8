import { ChildProcess } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { startCompressor } from './compressor.ts';

const request = {
  encoding: 'gzip',
  source: '/nowhere',
  output: '/nowhere',
  size: 1,
  sha256: '',
  dictionary: null,
} as const;

test('a compressor that cannot be started refuses its work at once and later, and can be stopped', async () => {
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

test('one whose work is given up has ended when it is stopped', async () => {
  const end = new AbortController();
  const compressor = startCompressor(end.signal);
  const refused = expect(compressor.compress(request)).rejects.toThrow();
  end.abort();
  await refused;
  await compressor.stop();
});
