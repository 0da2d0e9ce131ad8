import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuditEntry, changeUser, deleteUser, listAuditLog } from '#shared/admin/admin.ts';
import { deleteApplication, renewShareKey, switchOffShareKey, updateApplication } from '#shared/apps/apps.ts';
import {
  changeMemberRole,
  changeMembership,
  deleteOrganization,
  handOverOrganization,
  listInvitations,
  updateOrganization,
  withdrawInvitation,
} from '#shared/orgs/orgs.ts';
import {
  activateVersion,
  approveVersion,
  createVersion,
  deleteVersion,
  sendVersionBack,
} from '#shared/versions/versions.ts';
import { addVersion } from '../../delivery/test-build.ts';
import { newId } from '../../platform/ids.ts';
import { addApp } from '../../testing/people/apps.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, visitor } from '../../testing/people/people.ts';
import { publishApp } from '../../testing/people/publish.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { grantAdmin, revokeAdmin } from '../accounts/admin-command.ts';

let server: TestServer;
let root: Person;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  server = await startServer();
  root = await signIn(server, 'Root', { role: 'admin' });
  ada = await signIn(server, 'Ada');
  bob = await signIn(server, 'Bob');
});
afterAll(() => server.close());
beforeEach(() => server.clock.advance(1000));

const read = async (query: object = {}) => (await root.call(listAuditLog, { query })).items;
const actionsOn = async (target: string) => (await read({ target })).map(({ action }) => action);
const file = { name: 'game.html', bytes: '<!doctype html><title>Next</title>' };
const otherBuild = { 'index.html': { content: '<!doctype html><title>Other</title>', type: 'text/html' } };

/** Does it once with the user's own right, which is not recorded, and once as an administrator. */
async function once(
  make: () => Promise<string>,
  act: (who: Person, id: string) => Promise<unknown>,
  owner: Person = ada,
): Promise<AuditEntry | undefined> {
  const own = await make();
  await act(owner, own);
  expect(await actionsOn(own)).toEqual([]);
  const id = await make();
  await act(root, id);
  const entries = await read({ target: id });
  expect(entries).toHaveLength(1);
  expect(entries[0]?.actor).toEqual({ id: root.id, name: 'Root' });
  return entries[0];
}

describe('an administrator’s action on another user’s application is recorded', () => {
  const app = async () => (await addApp(server, ada, { name: 'Pong', isPublic: true })).id;
  const params = (id: string) => ({ params: { id } });

  test('for a change', async () => {
    const entry = await once(app, (who, id) =>
      who.call(updateApplication, { ...params(id), body: { name: 'Ping', isPublic: false } }),
    );
    expect(entry).toMatchObject({
      action: 'application.update',
      target: { kind: 'application', name: 'Pong' },
      before: { name: 'Pong', isPublic: true, theme: 'vanilla' },
      after: { name: 'Ping', isPublic: false, theme: 'vanilla', picture: 'kept' },
      reason: null,
    });
  });

  test('for a deletion', async () => {
    const entry = await once(app, (who, id) => who.call(deleteApplication, params(id)));
    expect(entry).toMatchObject({ action: 'application.delete', before: { ownerId: ada.id }, after: null });
  });

  test('for a renewed or disabled share link, without the key', async () => {
    const keyed = async () => (await addApp(server, ada, { shareKey: 'secret-key' })).id;
    for (const [call, link] of [
      [renewShareKey, 'renewed'],
      [switchOffShareKey, 'switched off'],
    ] as const) {
      const entry = await once(keyed, (who, id) => who.call(call, params(id)));
      expect(entry).toMatchObject({ action: 'application.share-link', before: null, after: { link } });
    }
  });

  test('for a published, activated or deleted version', async () => {
    const { id } = await publishApp(ada, { files: { build: file } });
    const added = await root.call(createVersion, {
      ...params(id),
      body: { changelog: 'By root' },
      files: { build: { ...file, bytes: '<!doctype html><title>Mine</title>' } },
    });
    const { rows } = await sql<{ id: string }>`
      select id from versions where app_id = ${id} and id <> ${added.versionId}`.execute(server.context.db);
    await root.call(activateVersion, { body: { appId: id, versionId: rows[0]?.id ?? '' } });
    await root.call(deleteVersion, { params: { id, versionId: added.versionId } });
    expect(await read({ target: id })).toMatchObject([
      { action: 'version.delete', before: { version: '1.1' }, after: null },
      { action: 'version.activate', before: { version: '1.1' }, after: { version: '1.0.0' } },
      { action: 'version.publish', before: null, after: { version: '1.1' } },
    ]);
  });

  test('for an approved or rejected version', async () => {
    const { id: organizationId } = await addOrganization(server, bob, { members: [[ada, 'member']] });
    for (const [action, decide] of [
      ['version.approve', (named: Named) => root.call(approveVersion, { params: named })],
      [
        'version.send-back',
        (named: Named) => root.call(sendVersionBack, { params: named, body: { note: 'Too loud' } }),
      ],
    ] as const) {
      const { id } = await addApp(server, ada, { organizationId, isApproved: false });
      const versionId = await addVersion(server, { appId: id, ownerId: ada.id }, otherBuild, {
        isApproved: false,
      });
      await decide({ id, versionId });
      expect(await read({ target: id })).toMatchObject([{ action, before: { approval: 'pending' } }]);
    }
    expect(await read({ action: 'version.send-back' })).toMatchObject([{ reason: 'Too loud' }]);
  });
});

interface Named {
  id: string;
  versionId: string;
}

describe('an administrator’s action on another user’s organization is recorded', () => {
  const organization = async () =>
    (await addOrganization(server, ada, { name: 'Moon', members: [[bob, 'member']] })).id;
  const params = (id: string) => ({ params: { id } });

  test('for a change', async () => {
    const entry = await once(organization, (who, id) =>
      who.call(updateOrganization, {
        ...params(id),
        body: { name: 'Mars', settings: { requireApproval: true } },
      }),
    );
    expect(entry).toMatchObject({
      action: 'organization.update',
      target: { kind: 'organization', name: 'Moon' },
      before: { name: 'Moon', requireApproval: false },
      after: { name: 'Mars', requireApproval: true },
    });
  });

  test('for a deletion, with what happened to its applications', async () => {
    const withApp = async () => {
      const id = await organization();
      await addApp(server, ada, { organizationId: id });
      return id;
    };
    const entry = await once(withApp, (who, id) =>
      who.call(deleteOrganization, { ...params(id), query: { applications: 'delete' } }),
    );
    expect(entry).toMatchObject({
      action: 'organization.delete',
      before: { ownerId: ada.id, applications: 1 },
      after: null,
      reason: 'Its applications were deleted.',
    });
  });

  test('for a handover', async () => {
    const entry = await once(organization, (who, id) =>
      who.call(handOverOrganization, { ...params(id), body: { userId: bob.id } }),
    );
    expect(entry).toMatchObject({
      action: 'organization.hand-over',
      before: { ownerId: ada.id, owner: 'Ada' },
      after: { ownerId: bob.id, owner: 'Bob' },
    });
  });

  test('for a removed member or a changed role', async () => {
    const removed = await once(organization, (who, organizationId) =>
      who.call(changeMembership, { body: { action: 'remove', organizationId, userId: bob.id } }),
    );
    expect(removed).toMatchObject({
      action: 'member.remove',
      before: { userId: bob.id, name: 'Bob', role: 'member' },
      after: null,
    });
    const changed = await once(organization, (who, id) =>
      who.call(changeMemberRole, { params: { id, userId: bob.id }, body: { role: 'viewer' } }),
    );
    expect(changed).toMatchObject({ before: { role: 'member' }, after: { role: 'viewer' } });
  });

  test('for an invitation and its withdrawal, without the address', async () => {
    const userEmail = 'friend@example.test';
    const invited = await once(organization, (who, organizationId) =>
      who.call(changeMembership, { body: { action: 'invite', organizationId, userEmail, role: 'viewer' } }),
    );
    expect(invited).toMatchObject({ action: 'member.invite', before: null, after: { role: 'viewer' } });
    const id = await organization();
    await ada.call(changeMembership, {
      body: { action: 'invite', organizationId: id, userEmail, role: 'admin' },
    });
    const [invitation] = (await ada.call(listInvitations, params(id))).items;
    await root.call(withdrawInvitation, params(invitation?.id ?? ''));
    expect(await read({ target: id })).toMatchObject([
      { action: 'member.withdraw', before: { role: 'admin' }, after: null },
    ]);
    const { rows } =
      await sql`select 1 from audit_log as entry where entry::text like ${`%${userEmail}%`}`.execute(
        server.context.db,
      );
    expect(rows).toEqual([]);
  });
});

test('an administrator’s action on their own content, or leaving, is not recorded', async () => {
  const own = await addApp(server, root);
  await root.call(updateApplication, { params: { id: own.id }, body: { name: 'Mine' } });
  const { id } = await addOrganization(server, ada, { members: [[root, 'admin']] });
  await root.call(updateOrganization, { params: { id }, body: { name: 'Ours' } });
  await root.call(changeMembership, { body: { action: 'remove', organizationId: id, userId: root.id } });
  for (const target of [own.id, id]) expect(await actionsOn(target)).toEqual([]);
});

test('actions by the command line and the configuration are recorded as such', async () => {
  const dan = await signIn(server, 'Dan');
  await grantAdmin(server.context, dan.id);
  await grantAdmin(server.context, dan.id);
  server.clock.advance(1000);
  await revokeAdmin(server.context, dan.id, []);
  const actor = { id: null, name: 'the command line' };
  expect(await read({ target: dan.id })).toMatchObject([
    { actor, action: 'user.role', before: { role: 'admin' }, after: { role: 'user' } },
    { actor, action: 'user.role', before: { role: 'user' }, after: { role: 'admin' } },
  ]);
  expect(await read({ target: root.id })).toMatchObject([
    { actor: { id: null, name: 'the configuration' }, before: null, after: { role: 'admin' } },
  ]);
});

describe('the log', () => {
  test('keeps the names of deleted actors and targets', async () => {
    const [second, victim] = [
      await signIn(server, 'Second Root', { role: 'admin' }),
      await signIn(server, 'Victim'),
    ];
    await second.call(deleteUser, { body: { uid: victim.id } });
    await root.call(deleteUser, { body: { uid: second.id } });
    expect(await read({ action: 'user.delete', actor: second.id })).toMatchObject([
      {
        actor: { id: second.id, name: 'Second Root' },
        target: { kind: 'user', id: victim.id, name: 'Victim' },
        before: { role: 'user', disabled: false },
        after: null,
      },
    ]);
  });

  test('shows current names for ids in its fields, and none for deleted users', async () => {
    const { id } = await addOrganization(server, ada, { name: 'Ours', members: [[bob, 'member']] });
    const guest = await signIn(server, 'Guest');
    const app = await addApp(server, guest, { organizationId: id });
    await root.call(deleteApplication, { params: { id: app.id } });
    await root.call(changeMemberRole, { params: { id, userId: bob.id }, body: { role: 'viewer' } });
    expect(await read({ target: id })).toMatchObject([{ names: { [bob.id]: 'Bob' } }]);
    expect(await read({ target: app.id })).toMatchObject([{ names: { [guest.id]: 'Guest' } }]);
    await root.call(deleteUser, { body: { uid: guest.id } });
    expect((await read({ target: app.id })).map(({ names }) => names)).toEqual([{}]);
  });

  test('is append-only, whatever the database client', async () => {
    const { db } = server.context;
    const before = await read({ limit: 100 });
    expect(before.length).toBeGreaterThan(10);
    for (const statement of [
      sql`update audit_log set reason = 'nothing'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ])
      await expect(statement.execute(db)).rejects.toThrow('The audit log is only added to.');
    expect(await read({ limit: 100 })).toEqual(before);
  });

  test('has no entry for refused or failed actions', async () => {
    const before = await read({ limit: 100 });
    const [gone, other] = [newId(), await signIn(server, 'Other')];
    await addOrganization(server, other, { members: [[ada, 'member']] });
    for (const attempt of [
      () => root.call(changeUser, { body: { uid: gone, role: 'admin' } }),
      () => root.call(changeUser, { body: { uid: other.id, organizationId: gone } }),
      () => root.call(deleteUser, { body: { uid: other.id } }),
      () => root.call(deleteApplication, { params: { id: gone } }),
    ])
      await expect(attempt()).rejects.toThrow();
    await root.call(changeUser, { body: { uid: other.id, role: 'user' } });
    expect(await read({ limit: 100 })).toEqual(before);
  });

  test('is filtered by actor, action, target and time, in pages', async () => {
    const all = await read({ limit: 100 });
    const paged: AuditEntry[] = [];
    let cursor: string | undefined;
    do {
      const page = await root.call(listAuditLog, { query: { limit: 3, cursor } });
      paged.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(paged).toEqual(all);
    expect(await read({ actor: root.id, limit: 100 })).toEqual(
      all.filter(({ actor }) => actor.id === root.id),
    );
    expect(await read({ action: 'member.role' })).toEqual(
      all.filter(({ action }) => action === 'member.role'),
    );
    const [middle] = all.slice(5, 6);
    const at = middle?.at ?? '';
    expect(await read({ from: at, limit: 100 })).toEqual(all.filter((entry) => entry.at >= at));
    expect(await read({ to: at, limit: 100 })).toEqual(all.filter((entry) => entry.at < at));
    expect(await read({ actor: newId() })).toEqual([]);
  });

  test.each([
    { from: 'yesterday' },
    { action: 'user.shout' },
    { limit: 101 },
    { cursor: 'x' },
    { actor: '\0' },
  ])('refuses the query %j', async (query) => {
    await expect(root.call(listAuditLog, { query: query as object })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  test('requires an administrator', async () => {
    await expect(visitor(server).call(listAuditLog)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(ada.call(listAuditLog)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
