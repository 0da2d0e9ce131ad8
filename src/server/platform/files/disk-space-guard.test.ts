import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createLog } from '../telemetry/log.ts';
import { DiskSpaceGuard, NoDiskSpaceError } from './disk-space-guard.ts';

function loggedRoom() {
  const lines: string[] = [];
  const room = new DiskSpaceGuard(createLog('info', { write: (line) => lines.push(JSON.parse(line).msg) }));
  const within = (bytes: number, work = async () => 'done') => room.within([tmpdir()], bytes, work);
  return { lines, within };
}

/** More than any disk has. */
const tooMuch = 2 ** 60;

test('work without disk space is not started, and the log has one line', async () => {
  const { lines, within } = loggedRoom();
  let begun = 0;
  const work = async () => {
    begun += 1;
    return 'done';
  };
  for (const bytes of [tooMuch, tooMuch + 2 ** 20, tooMuch])
    await expect(within(bytes, work)).rejects.toThrow(NoDiskSpaceError);
  // A smaller request succeeds meanwhile, and does not count as enough space for all.
  expect(await within(0, work)).toBe('done');
  await expect(within(tooMuch, work)).rejects.toMatchObject({ code: 'storage_full' });
  expect(begun).toBe(1);
  expect(lines).toEqual(['background work waits for room: the disk is nearly full']);
});

test('work that fills the disk waits too, and the log reports its completion', async () => {
  const { lines, within } = loggedRoom();
  const full = async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  for (let count = 0; count < 3; count += 1) await expect(within(10, full)).rejects.toThrow(NoDiskSpaceError);
  expect(lines).toHaveLength(1);
  for (let count = 0; count < 2; count += 1) await within(10);
  expect(lines).toEqual([expect.stringContaining('waits'), 'there is room again for background work']);
  await expect(within(10, full)).rejects.toThrow(NoDiskSpaceError);
  expect(lines).toHaveLength(3);
});

test('another error is unchanged', async () => {
  const { lines, within } = loggedRoom();
  const broken = async () => {
    throw new Error('broken');
  };
  await expect(within(10, broken)).rejects.toThrow('broken');
  expect(lines).toEqual([]);
});
