import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApp } from '#server/testing/people/apps.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import type { ErrorBody } from '#shared/contract/errors.ts';

const maxBytes = 10_000_000;
let server: TestServer;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer({ env: { FLUX_MAX_UPLOAD_BYTES: String(maxBytes) } });
  ada = await signIn(server, 'ada');
  bob = await signIn(server, 'bob');
});
afterAll(() => server.close());

function create(who: Person, size: number, fields: Record<string, string>) {
  const metadata = Object.entries({ filename: 'game.zip', ...fields })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  return who.fetch('/api/uploads', {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': String(size), 'upload-metadata': metadata },
  });
}

test('a matrix job has uploads under way for several applications, from one session and from several', async () => {
  const apps = await Promise.all(Array.from({ length: 4 }, () => addApp(server, ada)));
  const begin = (who: Person, target: string) => create(who, 8, { target });
  for (const { id } of apps) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => begin(ada, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403]);
    const refused = answers.find(({ status }) => status === 403);
    expect(refused?.json<ErrorBody>().error).toContain('unfinished uploads for this application');
  }
  const again = await signIn(server, 'ada');
  expect((await begin(again, apps[0]?.id ?? '')).status).toBe(201);
});

test('one account cannot reserve the disk, whatever it sends from', async () => {
  await server.context.db.deleteFrom('uploads').execute();
  const apps = await Promise.all(Array.from({ length: 9 }, () => addApp(server, ada)));
  const begin = (target: string, size: number) => create(ada, size, { target });
  const statuses: number[] = [];
  for (const { id } of apps.slice(0, 5))
    for (let count = 0; count < 3; count += 1) statuses.push((await begin(id, maxBytes)).status);
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 201), 403, 403, 403]);
  // Small ones are counted as well.
  await server.context.db.deleteFrom('uploads').execute();
  for (const { id } of apps)
    for (let count = 0; count < 3; count += 1) statuses.push((await begin(id, 8)).status);
  expect(statuses.slice(15)).toEqual([...Array.from({ length: 24 }, () => 201), 403, 403, 403]);
  expect((await create(bob, 8, {})).status).toBe(201);
});
