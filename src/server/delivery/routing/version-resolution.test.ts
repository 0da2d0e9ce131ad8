import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { versionHints } from './version-resolution.ts';

const cookie = { name: 'v', secure: false } as never;
const host = 'game.flux.test';
const id = newId();
const pageOf = (referer: string) => versionHints('', { host, referer }, cookie).page;

test.each([
  [`https://${host}/?v=${id}`, id],
  [`https://${host}?v=${id}`, id],
  [`HTTP://${host.toUpperCase()}/a/b.html?a=1&v=${id}_2#x`, id],
  [`https://${host}/a?b?v=${id}`, null],
  [`https://${host}/a#?v=${id}`, null],
  [`https://${host}/`, null],
  [`https://other.test/?v=${id}`, null],
  [`https://other.test/${host}/?v=${id}`, null],
  [`ftp://${host}/?v=${id}`, null],
])('the page at %s is of version %s', (referer, version) => {
  expect(pageOf(referer)).toBe(version);
});

test('the longest Referer that is taken costs nothing to read', () => {
  for (const referer of [
    `http://${'a'.repeat(8_180)}`,
    `http://a/${'/'.repeat(8_180)}`,
    `http://${'a?'.repeat(4_000)}`,
  ]) {
    // CPU time of this thread: a busy machine does not lengthen it.
    const before = process.threadCpuUsage();
    for (let time = 0; time < 100; time += 1) pageOf(referer);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(500);
  }
});
