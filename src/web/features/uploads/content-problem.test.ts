import { expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { contentProblem } from './content-problem.ts';

const zip = makeZip([{ name: 'index.html', data: '<!doctype html><title>Game</title>' }]);
const tar = Buffer.alloc(512);
tar.write('ustar', 257);

test.each<[string, string, Uint8Array | string, RegExp]>([
  ['an empty zip file', 'game.zip', '', /^This file is empty\./],
  ['an empty page', 'game.html', '', /^This file is empty\./],
  ['an empty part', 'game.unityweb', '', /^This file is empty\./],
  ['a zip that was cut short', 'game.zip', zip.subarray(0, zip.length - 30), /its end is missing/],
  ['a zip of another name that was cut short', 'game.html', zip.subarray(0, 40), /its end is missing/],
  [
    'a RAR archive named as a zip',
    'game.zip',
    'Rar!\x1a\x07\x01\x00',
    /named as a zip but is a RAR archive\. Unpack it/,
  ],
  ['a tar archive named as a zip', 'GAME.ZIP', tar, /named as a zip but is a tar archive\./],
  ['a zip without files', 'game.zip', `PK\x05\x06${'\0'.repeat(18)}`, /named as a zip but is an empty zip\./],
  ['text named as a zip', 'game.zip', 'hello', /^This file is not a zip archive/],
  ['a program named as a page', 'game.html', 'MZ\x90\0', /named as a web page but is a Windows program\./],
])('%s is refused in a sentence', async (_, name, content, expected) => {
  expect(await contentProblem(new File([content as BlobPart], name))).toMatch(expected);
});

test.each<[string, string, Uint8Array | string]>([
  ['a zip', 'game.zip', zip],
  [
    'a zip with a comment at its end',
    'game.zip',
    Buffer.concat([zip.subarray(0, -2), Buffer.from('\x05\0hello')]),
  ],
  ['a zip of another name', 'game.unityweb', zip],
  ['a page', 'game.html', '<!doctype html>'],
  ['a part that gzip compressed', 'game.data.unityweb', '\x1f\x8b\x08'],
])('%s may be a build', async (_, name, content) => {
  expect(await contentProblem(new File([content as BlobPart], name))).toBeNull();
});
