import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deletePerson } from '#server/features/privacy/delete-data.ts';
import { newId } from '#server/platform/ids.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { type Application, updateApplication } from '#shared/apps/apps.ts';
import { bringApplicationBack, takeApplicationOffline } from '#shared/contact/reports.ts';
import { deleteOrganization } from '#shared/orgs/orgs.ts';
import {
  activateVersion,
  approveVersion,
  createVersion,
  sendVersionBack,
} from '#shared/versions/versions.ts';

let server: TestServer;
let ada: Person;
let abe: Person;
let bob: Person;
let organizationId: string;
const logged: string[] = [];

beforeAll(async () => {
  server = await startServer({ env: { FLUX_LOG_LEVEL: 'info' }, log: (line) => logged.push(line) });
});
beforeEach(async () => {
  const names = ['ada', 'abe', 'bob', 'vic'].map((name) => `${name} ${newId()}`);
  const people = await Promise.all(names.map((name) => signIn(server, name)));
  const [first, second, third, vic] = people as [Person, Person, Person, Person];
  [ada, abe, bob] = [first, second, third];
  const members = [
    [abe, 'admin'],
    [bob, 'member'],
    [vic, 'viewer'],
  ] as const;
  organizationId = (await addOrganization(server, ada, { name: 'Moon', members, requireApproval: true })).id;
  await server.context.db.deleteFrom('mails').execute();
});
afterAll(() => server.close());

const build = () => ({ name: 'game.html', bytes: `<!doctype html><title>${newId()}</title>` });
const create = (who: Person, name: string): Promise<Application> =>
  publishApp(who, { body: { organizationId, name }, files: { build: build() } });

async function update(who: Person, { id }: Application): Promise<string> {
  const input = { params: { id }, body: { changelog: 'New' }, files: { build: build() } };
  return (await who.call(createVersion, input)).versionId;
}

async function activeOf({ id }: Application): Promise<string> {
  const { active_version_id } = await server.context.db
    .selectFrom('apps')
    .select('active_version_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return active_version_id;
}

/** Mails about approvals, in the order of the addresses. Other mails about organizations have tests of their own. */
async function mails(): Promise<[to: string, subject: string][]> {
  const rows = await server.context.db
    .selectFrom('mails')
    .selectAll()
    .where('subject', '~', 'approv|sent back')
    .orderBy('to_address')
    .execute();
  return rows.map((row) => [row.to_address, row.subject]);
}

const forget = () => server.context.db.deleteFrom('mails').execute();

test('who decides is written to when something waits, and not again within the hour', async () => {
  const pong = await create(bob, 'Pong');
  const expected = [abe.email, ada.email].sort().map((to) => [to, 'Pong waits for approval in Moon']);
  expect(await mails()).toEqual(expected);
  await create(bob, 'Ping');
  await update(bob, pong);
  expect(await mails()).toEqual(expected);
  const write = async () => {
    await update(bob, pong);
    const rows = await server.context.db.selectFrom('mails').select('created_at').distinct().execute();
    return rows.map((row) => row.created_at);
  };
  const first = server.clock.now();
  server.clock.advance(3_599_999);
  expect(await write()).toEqual([first]);
  server.clock.advance(1);
  expect(await write()).toEqual([server.clock.now()]);
  expect(await mails()).toEqual(expected);
});

test('the links of both mails lead to the version that waits', async () => {
  const links = async () => {
    const rows = await server.context.db.selectFrom('mails').select('text').execute();
    return [...new Set(rows.map(({ text }) => /\/update\S+/.exec(text)?.[0]))];
  };
  const pong = await create(bob, 'Pong');
  const first = await activeOf(pong);
  expect(await links()).toEqual([`/update/${pong.id}#version-${first}`]);
  await ada.call(approveVersion, { params: { id: pong.id, versionId: first } });
  await forget();
  const versionId = await update(bob, pong);
  expect(await links()).toEqual([`/update/${pong.id}#version-${versionId}`]);
  await forget();
  await ada.call(approveVersion, { params: { id: pong.id, versionId } });
  expect(await links()).toEqual([`/update/${pong.id}#version-${versionId}`]);
});

test('whoever is disabled is not written to, and takes the place of nobody who decides', async () => {
  const { db, clock } = server.context;
  await db.updateTable('users').set({ disabled_at: clock.now() }).where('id', '=', ada.id).execute();
  await create(bob, 'Pong');
  expect(await mails()).toEqual([[abe.email, 'Pong waits for approval in Moon']]);
});

describe('of an application that is taken to an organization which asks', () => {
  const bring = async (app: Application, who = bob) =>
    who.call(updateApplication, { params: { id: app.id }, body: { organizationId } });
  const elsewhere = async (fields: Parameters<typeof addOrganization>[2] = {}) => {
    const { id } = await addOrganization(server, await signIn(server, 'cleo'), {
      members: [[bob, 'member']],
      ...fields,
    });
    const app = await publishApp(bob, {
      body: { organizationId: id, name: 'Pong' },
      files: { build: build() },
    });
    await forget();
    return app;
  };
  const expected = () => [abe.email, ada.email].sort().map((to) => [to, 'Pong waits for approval in Moon']);

  test('who decides is written to, once an hour with what is uploaded', async () => {
    await bring(await elsewhere());
    expect(await mails()).toEqual(expected());
    const { text } = await server.context.db
      .selectFrom('mails')
      .select('text')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(text).toContain('took Pong to the organization Moon, where it waits');
    expect(text).toMatch(/\/update\/\w+#version-\w+/);
    await create(bob, 'Ping');
    expect(await mails()).toEqual(expected());
  });

  test('they are where it waited before, also where an administrator takes it there, who decides there by no place of theirs', async () => {
    await bring(await elsewhere({ requireApproval: true }));
    expect(await mails()).toEqual(expected());
    const root = await signIn(server, 'root', { role: 'admin' });
    await bring(await elsewhere({ requireApproval: true }), root);
    expect(await mails()).toEqual(expected());
  });

  test('nobody is where it waits for nobody, or stays', async () => {
    const app = await elsewhere();
    await bob.call(updateApplication, { params: { id: app.id }, body: { name: 'Pong 2' } });
    await server.context.db
      .updateTable('organization_members')
      .set({ role: 'admin' })
      .where('user_id', '=', bob.id)
      .execute();
    await bring(app);
    expect(await mails()).toEqual([]);
  });

  test('nobody is of what was sent back, which waits for its owner', async () => {
    const app = await elsewhere({ requireApproval: true });
    await server.context.db
      .updateTable('versions')
      .set({ approval: 'sent-back' })
      .where('app_id', '=', app.id)
      .execute();
    await bring(app);
    expect(await mails()).toEqual([]);
  });

  test('the log speaks of the mail, since it may be that nothing sends it', async () => {
    const app = await elsewhere();
    logged.length = 0;
    await bring(app);
    expect(logged.filter((line) => line.includes('A mail was written'))).toHaveLength(1);
  });
});

describe('of applications that come from an organization which is deleted', () => {
  const bring = async (target: { id: string }, who = ada) => {
    const query = { applications: 'move', moveTo: target.id } as const;
    await who.call(deleteOrganization, { params: { id: organizationId }, query });
  };

  test.each(['owner', 'administrator'])(
    'who decides there is written to where one waits, whom its %s moves',
    async (role) => {
      await create(ada, 'Approved');
      const [pong, ping] = [await create(bob, 'Pong'), await create(bob, 'Ping')];
      await forget();
      const cleo = await signIn(server, 'cleo');
      const who = role === 'owner' ? ada : await signIn(server, 'root', { role: 'admin' });
      await bring(await addOrganization(server, cleo, { name: 'Mars', members: [[ada, 'member']] }), who);
      const first = pong.id < ping.id ? 'Pong' : 'Ping';
      expect(await mails()).toEqual([[cleo.email, `${first} waits for approval in Mars`]]);
    },
  );

  test('nobody is where none waits', async () => {
    await create(ada, 'Approved');
    await bring(await addOrganization(server, await signIn(server, 'cleo'), { members: [[ada, 'member']] }));
    expect(await mails()).toEqual([]);
  });

  test('nobody is where whoever deletes it decides there', async () => {
    await create(bob, 'Pong');
    await forget();
    await bring(await addOrganization(server, ada));
    expect(await mails()).toEqual([]);
  });
});

test('who was an admin where the app came from hears nothing of it any more', async () => {
  const cleo = await signIn(server, 'cleo');
  const free = await addOrganization(server, cleo, { members: [[bob, 'member']] });
  const app = await publishApp(bob, {
    body: { organizationId: free.id, name: 'Pong' },
    files: { build: build() },
  });
  const ofBob = await activeOf(app);
  const ofCleo = await update(cleo, app);
  await bob.call(updateApplication, { params: { id: app.id }, body: { organizationId } });
  await forget();
  await ada.call(approveVersion, { params: { id: app.id, versionId: ofCleo } });
  expect(await mails()).toEqual([]);
  await ada.call(approveVersion, { params: { id: app.id, versionId: ofBob } });
  expect(await mails()).toEqual([[bob.email, 'Version 1.0.0 of Pong was approved']]);
});

test('of an application that an administrator took offline nobody is, since it is not there for them', async () => {
  const app = await create(bob, 'Pong');
  await ada.call(approveVersion, { params: { id: app.id, versionId: await activeOf(app) } });
  const root = await signIn(server, 'root', { role: 'admin' });
  await root.call(takeApplicationOffline, { params: { id: app.id }, body: { reason: 'No.' } });
  await forget();
  const versionId = await update(bob, app);
  expect(await mails()).toEqual([]);
  expect(await activeOf(app)).not.toBe(versionId);
  // Nor is the hour taken from what they may look at.
  await create(bob, 'Ping');
  expect((await mails()).map(([, subject]) => subject)).toEqual(
    Array(2).fill('Ping waits for approval in Moon'),
  );
});

describe('of an application that an administrator brings back', () => {
  const throughOffline = async (meanwhile: (app: Application) => Promise<unknown>) => {
    const app = await create(bob, 'Pong');
    await ada.call(approveVersion, { params: { id: app.id, versionId: await activeOf(app) } });
    const root = await signIn(server, 'root', { role: 'admin' });
    await root.call(takeApplicationOffline, { params: { id: app.id }, body: { reason: 'No.' } });
    await meanwhile(app);
    await forget();
    await root.call(bringApplicationBack, { params: { id: app.id } });
    return (await mails()).filter(([to]) => to !== bob.email);
  };

  test('they are where a version of it was uploaded meanwhile', async () => {
    expect(await throughOffline((app) => update(bob, app))).toEqual(
      [abe.email, ada.email].sort().map((to) => [to, 'Pong waits for approval in Moon']),
    );
    const { text } = await server.context.db
      .selectFrom('mails')
      .select('text')
      .where('to_address', '=', String(ada.email))
      .executeTakeFirstOrThrow();
    expect(text).toContain(
      'An administrator of Flux has brought back Pong, which had been taken offline. It is in the organization Moon, where it waits for the approval of its owner or one of its admins.',
    );
  });

  test('an administrator who decides there is not, of what they did themselves', async () => {
    const { db } = server.context;
    const work = throughOffline(async (app) => {
      await update(bob, app);
      const { id } = await signIn(server, 'root', { role: 'admin' });
      const place = { organization_id: organizationId, user_id: id, joined_at: new Date() };
      await db
        .insertInto('organization_members')
        .values({ ...place, role: 'admin' })
        .execute();
    });
    expect((await work).map(([to]) => to)).toEqual([abe.email, ada.email].sort());
  });

  test('nobody is where none waits', async () => {
    expect(await throughOffline(async () => {})).toEqual([]);
  });

  test('who uploaded it reads of an approval meanwhile that it is played from then on', async () => {
    const root = await signIn(server, 'root', { role: 'admin' });
    await throughOffline(async (app) => {
      const versionId = await update(bob, app);
      await root.call(approveVersion, { params: { id: app.id, versionId } });
      const { text } = await server.context.db
        .selectFrom('mails')
        .select('text')
        .where('subject', '=', 'Version 1.1 of Pong was approved')
        .executeTakeFirstOrThrow();
      expect(text).toContain('played once the application is online again');
    });
  });
});

test('the log speaks of a mail where one was written, and of none otherwise', async () => {
  const spoken = async (work: () => Promise<unknown>) => {
    logged.length = 0;
    await work();
    return logged.filter((line) => line.includes('A mail was written')).length;
  };
  const [pong, ping] = [await create(bob, 'Pong'), await create(bob, 'Ping')];
  expect(await spoken(() => create(bob, 'Pang'))).toBe(0);
  expect(await spoken(() => update(bob, pong))).toBe(0);
  const decide = async (app: Application) =>
    ada.call(approveVersion, { params: { id: app.id, versionId: await activeOf(app) } });
  expect(await spoken(() => decide(pong))).toBe(1);
  await server.context.db
    .updateTable('users')
    .set({ email_verified: false })
    .where('id', '=', bob.id)
    .execute();
  expect(await spoken(() => decide(ping))).toBe(0);
});

test('nobody is written to when nothing waits, or where the address was never proved', async () => {
  await update(ada, await create(abe, 'Pong'));
  expect(await mails()).toEqual([]);
  await server.context.db
    .updateTable('users')
    .set({ email_verified: false })
    .where('id', '=', abe.id)
    .execute();
  await create(bob, 'Pong');
  expect((await mails()).map(([to]) => to)).toEqual([ada.email]);
});

test('whoever uploaded it is written to when somebody decided, in whatever way', async () => {
  const app = await create(bob, 'Pong');
  const params = { id: app.id, versionId: await activeOf(app) };
  await forget();
  await ada.call(sendVersionBack, { params, body: { note: 'Louder, please' } });
  expect(await mails()).toEqual([[bob.email, 'Version 1.0.0 of Pong was sent back']]);
  await forget();
  await abe.call(activateVersion, { body: { appId: app.id, versionId: params.versionId } });
  expect(await mails()).toEqual([[bob.email, 'Version 1.0.0 of Pong was approved']]);
  const versionId = await update(bob, app);
  await forget();
  await ada.call(approveVersion, { params: { id: app.id, versionId } });
  expect(await mails()).toEqual([[bob.email, 'Version 1.1 of Pong was approved']]);
  await forget();
  await ada.call(activateVersion, { body: { appId: app.id, versionId: params.versionId } });
  expect(await mails()).toEqual([]);
});

test('what was decided stays when whoever decided leaves, without their name', async () => {
  const app = await create(bob, 'Pong');
  const versionId = await activeOf(app);
  await abe.call(approveVersion, { params: { id: app.id, versionId } });
  await deletePerson(server.context, abe.id);
  const row = await server.context.db
    .selectFrom('versions')
    .select(['approval', 'decided_by'])
    .where('id', '=', versionId)
    .executeTakeFirst();
  expect(row).toEqual({ approval: 'approved', decided_by: null });
});

test('what a person uploaded to an organization of others goes with them, waiting or not', async () => {
  const apps = [await create(bob, 'Pong'), await create(bob, 'Ping')];
  await ada.call(approveVersion, {
    params: { id: apps[0]?.id ?? '', versionId: await activeOf(apps[0] as Application) },
  });
  await deletePerson(server.context, bob.id);
  const left = await server.context.db
    .selectFrom('apps')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute();
  expect(left).toEqual([]);
});
