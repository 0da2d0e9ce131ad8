import { gzipSync, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { makeZip } from '#fixtures/zip.ts';
import { Player } from '#server/testing/http/player.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const name = 'Build/Fixture.data.gz';

/** A build whose data came packed so. */
async function publishWith(who: Person, data: Buffer) {
  const build = await makeInstanceBuild({ compression: 'gzip' });
  const packed = build.map((each) => (each.name === name ? { ...each, data } : each));
  const uploadId = await sendUpload(who, 'Pong.zip', makeZip(packed));
  return publishApp(who, { body: { name: 'Pong', isPublic: true, uploadId } });
}

test('nobody changes what browsers read of another’s file, however they pack what it holds', async () => {
  const content = Buffer.from('what the first one made '.repeat(5_000));
  const plain = gzipSync(content, { level: 1 });
  const app = await publishWith(await signIn(server, 'ada'), plain);
  const crafted = Buffer.concat([gzipSync(''), gzipSync(content, { level: 9 })]);
  expect(crafted.length).toBeLessThan(plain.length);
  await publishWith(await signIn(server, 'eve'), crafted);
  const opened = await new Player(server).open(`/serve/${app.id}`);
  const { headers, body } = await opened.load(name);
  expect(headers['content-encoding']).toBe('gzip');
  // What follows the first stream is nothing to a browser; zlib's header has no optional part.
  expect(inflateRawSync(body.subarray(10)).equals(content)).toBe(true);
});
