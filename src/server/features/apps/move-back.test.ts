import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Application, getApplication, updateApplication } from '#shared/apps/apps.ts';
import { addApp } from '../../testing/people/apps.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';

/** The condition for Undo: moving an application back restores everything. */

let server: TestServer;
/** She owns the former organization, in which he is a plain member. */
let ada: Person;
let bob: Person;
let bobs: { id: string };

beforeAll(async () => {
  server = await startServer();
  [ada, bob] = [await signIn(server, 'ada'), await signIn(server, 'bob')];
});
beforeEach(async () => {
  bobs = await addOrganization(server, bob);
});
afterAll(() => server.close());

type Rules = Parameters<typeof addOrganization>[2];

async function publicAppIn(rules: Rules) {
  const { id: organizationId } = await addOrganization(server, ada, { members: [[bob, 'member']], ...rules });
  return { organizationId, app: await addApp(server, bob, { organizationId, isPublic: true }) };
}

const move = (who: Person, { id }: Pick<Application, 'id'>, organizationId: string) =>
  who.call(updateApplication, { params: { id }, body: { organizationId } });

/** The response to the user who moved it, and the visibility after moving it back. */
async function thereAndBack(who: Person, rules: Rules, target: { id: string } = bobs) {
  const { app, organizationId } = await publicAppIn(rules);
  const { can } = await move(who, app, target.id);
  const back = await move(who, app, organizationId).then(
    () => 'moved',
    (error: { code: string }) => error.code,
  );
  const seen = await visitor(server)
    .call(getApplication, { params: { id: app.id } })
    .then(
      () => 'public',
      (error: { code: string }) => error.code,
    );
  return { offered: can.moveBack, back, seen };
}

test('undo is offered if it restores everything', async () => {
  expect(await thereAndBack(bob, {})).toEqual({ offered: true, back: 'moved', seen: 'public' });
});

test('not if the application would become pending and invisible', async () => {
  expect(await thereAndBack(bob, { requireApproval: true })).toEqual({
    offered: false,
    back: 'moved',
    seen: 'app_not_found',
  });
});

test('but to approvers of the organization and administrators', async () => {
  const root = await signIn(server, 'root', { role: 'admin' });
  const adas = await addOrganization(server, ada);
  const offered = { offered: true, back: 'moved', seen: 'public' };
  expect(await thereAndBack(ada, { requireApproval: true }, adas)).toEqual(offered);
  expect(await thereAndBack(root, { requireApproval: true })).toEqual(offered);
});

test('not to users who may not upload there or not move it again', async () => {
  const refused = { offered: false, seen: 'public' };
  expect(await thereAndBack(bob, { allowMemberUploads: false })).toEqual({
    ...refused,
    back: 'invalid_input',
  });
  const open = await addOrganization(server, await signIn(server, 'eve'), { members: [[ada, 'member']] });
  expect(await thereAndBack(ada, {}, open)).toEqual({ ...refused, back: 'forbidden' });
});

test('not if the move revoked an approval', async () => {
  const asking = await addOrganization(server, await signIn(server, 'eve'), {
    members: [[bob, 'member']],
    requireApproval: true,
  });
  expect(await thereAndBack(bob, {}, asking)).toEqual({
    offered: false,
    back: 'moved',
    seen: 'app_not_found',
  });
});

test('not without a move, nor to no organization', async () => {
  const { app, organizationId } = await publicAppIn({});
  const rename = { params: { id: app.id }, body: { name: 'Ping', organizationId } };
  expect((await bob.call(updateApplication, rename)).can.moveBack).toBe(false);
  await server.context.db
    .updateTable('apps')
    .set({ organization_id: null })
    .where('id', '=', app.id)
    .execute();
  expect((await move(bob, app, bobs.id)).can.moveBack).toBe(false);
});
