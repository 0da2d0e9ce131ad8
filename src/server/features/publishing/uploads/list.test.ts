import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApp } from '#server/testing/people/apps.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { deleteApplication } from '#shared/apps/apps.ts';
import { listUploads, newApplicationTarget } from '#shared/versions/uploads.ts';
import { quietMs } from './present.ts';
import { whilePublishing } from './publishing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const bytes = Buffer.from('01234567');
const send = (who: Person, sent: number, target?: string) =>
  sendUpload(who, 'pong.zip', bytes, sent, target === undefined ? {} : { target });

async function statesOf(who: Person): Promise<Record<string, string>> {
  const uploads = await who.call(listUploads);
  return Object.fromEntries(uploads.map(({ id, state }) => [id, state]));
}

test('an unfinished upload says what it was begun for, by the name that this has by now', async () => {
  const ada = await signIn(server, 'Ada');
  const app = await addApp(server, ada, { name: 'Pong' });
  await send(ada, 4, app.id);
  await send(ada, 4, newApplicationTarget);
  await send(ada, 4);
  await server.context.db.updateTable('apps').set({ name: 'Pong 2' }).where('id', '=', app.id).execute();
  const targets = (await ada.call(listUploads)).map(({ target, targetName }) => [target, targetName]);
  expect(targets).toHaveLength(3);
  expect(targets).toEqual(
    expect.arrayContaining([
      [app.id, 'Pong 2'],
      [newApplicationTarget, null],
      [null, null],
    ]),
  );
});

test('an application that is gone, or not theirs to update any more, is not named', async () => {
  const [bob, cy] = [await signIn(server, 'Bob'), await signIn(server, 'Cy')];
  const gone = await addApp(server, bob);
  await send(bob, 4, gone.id);
  await bob.call(deleteApplication, { params: { id: gone.id } });
  const organization = await addOrganization(server, cy, { members: [[bob, 'admin']] });
  const lost = await addApp(server, cy, { organizationId: organization.id, isPublic: true });
  await send(bob, 4, lost.id);
  await server.context.db.deleteFrom('organization_members').where('user_id', '=', bob.id).execute();
  const uploads = await bob.call(listUploads);
  expect(uploads.map(({ targetName }) => targetName)).toEqual([null, null]);
});

test('an upload is being sent until nothing of it has come for a while', async () => {
  const dee = await signIn(server, 'Dee');
  const id = await send(dee, 4);
  expect(await statesOf(dee)).toEqual({ [id]: 'sending' });
  server.clock.advance(quietMs + 60_000);
  expect(await statesOf(dee)).toEqual({ [id]: 'waiting' });
});

test('one that is complete is checked while it is being published, and waits before and after', async () => {
  const eve = await signIn(server, 'Eve');
  const [published, other] = [await send(eve, bytes.length), await send(eve, bytes.length)];
  const waiting = { [published]: 'waiting', [other]: 'waiting' };
  expect(await statesOf(eve)).toEqual(waiting);
  await whilePublishing(server.context, published, async () => {
    expect(await statesOf(eve)).toEqual({ [published]: 'checking', [other]: 'waiting' });
  });
  expect(await statesOf(eve)).toEqual(waiting);
});
