import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  deleteApplication,
  getApplication,
  listApplications,
  renewShareKey,
  switchOffShareKey,
  updateApplication,
} from '#shared/apps/apps.ts';
import { takeApplicationOffline } from '#shared/contact/reports.ts';
import { FluxError } from '#shared/contract/errors.ts';
import {
  activateVersion,
  approveVersion,
  createVersion,
  deleteVersion,
  listVersions,
  sendVersionBack,
} from '#shared/versions/versions.ts';
import { addVersion, heard, makeApp, visit } from '../../delivery/test-build.ts';
import { suspendApps } from '../../features/apps/suspension.ts';
import { Player } from '../http/player.ts';
import { addOrganization } from '../people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '../people/people.ts';
import { ownOrganization, publishApp } from '../people/publish.ts';
import { startServer, type TestServer } from '../servers/server.ts';

/** docs/applications.md, asked field by field: the document is the test. */

let server: TestServer;
let people: Record<string, Person | Visitor>;
/** Members may upload to the first, and not to the second. */
let open: string;
let shut: string;
/** Its owner has no plan any more. */
let asleep: string;

beforeAll(async () => {
  server = await startServer();
  const names = ['owner of app', 'org owner', 'org admin', 'member', 'viewer', 'stranger'] as const;
  const [owner, orgOwner, orgAdmin, member, viewer, stranger] = await Promise.all(
    names.map((name) => signIn(server, name)),
  );
  if (!owner || !orgOwner || !orgAdmin || !member || !viewer || !stranger) throw new Error('Nobody came.');
  people = {
    'its owner': owner,
    'owner of its organization': orgOwner,
    'admin of it': orgAdmin,
    member,
    viewer,
    stranger,
    visitor: visitor(server),
    admins: await signIn(server, 'administrator', { role: 'admin' }),
  };
  const members = [
    [owner, 'member'],
    [orgAdmin, 'admin'],
    [member, 'member'],
    [viewer, 'viewer'],
  ] as const;
  open = (await addOrganization(server, orgOwner, { members })).id;
  shut = (await addOrganization(server, orgOwner, { members, allowMemberUploads: false })).id;
  asleep = (await addOrganization(server, orgOwner, { members })).id;
  await server.context.db
    .updateTable('organizations')
    .set({ suspended_since: server.clock.now() })
    .where('id', '=', asleep)
    .execute();
});
afterAll(() => server.close());

/** The scene of one cell: its own app, and the acting user. */
interface Field {
  who: Person | Visitor;
  id: string;
  /** The version that is not the active one. */
  otherId: string;
  key: string;
}

const page = { content: '<!doctype html><title>Game</title>', type: 'text/html' };
const build = {
  'index.html': page,
  'big.data': { content: Buffer.alloc(70_000, 'x'), role: 'data' },
} as const;
const otherBuild = { ...build, 'index.html': { ...page, content: '<!doctype html><title>Other</title>' } };
const file = { name: 'game.html', bytes: '<!doctype html><title>Next</title>' };

interface Kind {
  isPublic: boolean;
  isApproved: boolean;
  otherIsApproved: boolean;
  isOffline?: boolean;
  isTakenDown?: boolean;
  organizationIsOffline?: boolean;
}

const kinds: Record<string, Kind> = {
  'A private application': { isPublic: false, isApproved: true, otherIsApproved: true },
  'A public application': { isPublic: true, isApproved: true, otherIsApproved: true },
  'An application that waits for approval': { isPublic: false, isApproved: false, otherIsApproved: false },
  'A version that waits, of a public application': {
    isPublic: true,
    isApproved: true,
    otherIsApproved: false,
  },
  'An application that is offline': {
    isPublic: true,
    isApproved: true,
    otherIsApproved: true,
    isOffline: true,
  },
  'A version that waits, of an application that is offline': {
    isPublic: true,
    isApproved: true,
    otherIsApproved: false,
    isOffline: true,
  },
  'An application that an administrator took offline': {
    isPublic: true,
    isApproved: true,
    otherIsApproved: true,
    isTakenDown: true,
  },
  'A version that waits, of an application that an administrator took offline': {
    isPublic: true,
    isApproved: true,
    otherIsApproved: false,
    isTakenDown: true,
  },
  'An application that an administrator took offline, and whose owner has no plan': {
    isPublic: true,
    isApproved: true,
    otherIsApproved: true,
    isOffline: true,
    isTakenDown: true,
  },
  'A private application in an organization that is offline': {
    isPublic: false,
    isApproved: true,
    otherIsApproved: true,
    organizationIsOffline: true,
  },
};

async function makeField(section: string, who: Person | Visitor): Promise<Field> {
  const kind = kinds[section];
  const owner = people['its owner'] as Person;
  if (!kind) return { who, id: '', otherId: '', key: '' };
  // So that lists have the newest first.
  server.clock.advance(1000);
  const { isPublic, isApproved } = kind;
  const organizationId = kind.organizationIsOffline ? asleep : open;
  const made = await makeApp(server, owner.id, build, { isPublic, isApproved, organizationId });
  const { appId: id, shareKey: key } = made;
  const added = await addVersion(server, { appId: id, ownerId: owner.id }, otherBuild, {
    isApproved: kind.otherIsApproved,
  });
  if (kind.isOffline) {
    const { db, clock } = server.context;
    await db.transaction().execute((trx) => suspendApps(trx, owner.id, clock.now()));
    await heard(server.context, id);
  }
  if (kind.isTakenDown) {
    const root = people.admins as Person;
    await root.call(takeApplicationOffline, { params: { id }, body: { reason: 'Not here.' } });
    await heard(server.context, id);
  }
  return { who, id, otherId: kind.otherIsApproved ? made.versionId : added, key };
}

const named = ({ id, otherId }: Field) => ({ params: { id, versionId: otherId } });

const actions: Record<string, (field: Field) => Promise<unknown>> = {
  'see it, also in lists': async ({ who, id }) => {
    const listed = (await who.call(listApplications)).items.some((app) => app.id === id);
    const shown = who.call(getApplication, { params: { id } });
    await shown.catch(() => expect(listed).toBe(false));
    await shown;
    expect(listed).toBe(true);
  },
  'play it, with all its files': (field) => play(field, `/serve/${field.id}`),
  'come by the share link': async (field) => {
    const { who, id, key } = field;
    const played = await settled(play(field, `/serve/${id}?key=${key}`));
    const shown = await settled(who.call(getApplication, { params: { id }, query: { key } }));
    expect(played.status).toBe(shown.status);
    return played.done;
  },
  'see it by the share link': ({ who, id, key }) =>
    who.call(getApplication, { params: { id }, query: { key } }),
  'play it by the share link': (field) => play(field, `/serve/${field.id}?key=${field.key}`),
  'renew the share link': ({ who, id }) => who.call(renewShareKey, { params: { id } }),
  'switch the share link off': ({ who, id }) => who.call(switchOffShareKey, { params: { id } }),
  'download another version': async ({ who, id, otherId }) => {
    await opened(who, `/api/applications/${id}/download?version=${otherId}`);
  },
  'download the upload': async ({ who, id }) => {
    await opened(who, `/api/applications/${id}/download`);
  },
  'see its versions': ({ who, id }) => who.call(listVersions, { params: { id } }),
  'edit name, description, theme, picture, visibility': async ({ who, id }) => {
    await who.call(updateApplication, {
      params: { id },
      body: {
        name: 'New',
        description: 'New',
        theme: 'dark',
        isPublic: false,
        organizationId: open,
        deviceAccess: ['camera'],
        threadIsolation: 'on',
        singlePageRoutes: true,
      },
    });
  },
  'renew the share link or switch it off': async ({ who, id }) => {
    const renewed = await settled(who.call(renewShareKey, { params: { id } }));
    const switchedOff = await settled(who.call(switchOffShareKey, { params: { id } }));
    expect(renewed.status).toBe(switchedOff.status);
    return renewed.done;
  },
  'upload a new version': ({ who, id }) =>
    who.call(createVersion, { params: { id }, body: { changelog: 'New' }, files: { build: file } }),
  'make another version the active one': async ({ who, id, otherId }) => {
    await who.call(activateVersion, { body: { appId: id, versionId: otherId } });
    const { rows } = await server.context.pool.query(
      'select a.active_version_id, v.approval from apps a join versions v on v.id = a.active_version_id where a.id = $1',
      [id],
    );
    expect(rows).toEqual([{ active_version_id: otherId, approval: 'approved' }]);
  },
  'play another version': (field) => play(field, `/serve/${field.id}?version=${field.otherId}`),
  'play it by the address of another’s preview': async ({ id, otherId }) => {
    const answers = [`/?v=${otherId}`, `/index.html?v=${otherId}`].map((path) => visit(server, id, path));
    // An unknown version is ignored, and the active one is served.
    for (const answer of await Promise.all(answers))
      if (!answer.text().includes('Other')) throw new FluxError('app_not_found');
  },
  'delete another version': (field) => field.who.call(deleteVersion, named(field)),
  'take it to another organization': async ({ who, id }) => {
    const organizationId = 'id' in who ? await ownOrganization(who) : shut;
    const moved = await who.call(updateApplication, { params: { id }, body: { organizationId } });
    expect(moved.organizationId).toBe(organizationId);
  },
  'approve it': (field) => field.who.call(approveVersion, named(field)),
  'send it back': (field) => field.who.call(sendVersionBack, { ...named(field), body: { note: 'Louder' } }),
  'delete it': ({ who, id }) => who.call(deleteApplication, { params: { id } }),
  'upload where members may': ({ who }) =>
    publishApp(who, { body: { organizationId: open }, files: { build: file } }),
  'upload where members may not': ({ who }) =>
    publishApp(who, { body: { organizationId: shut }, files: { build: file } }),
};

/** Opens the page and then a file of it. */
async function play({ who }: Field, address: string): Promise<void> {
  const shown = await opened(who, address);
  expect((await shown.load('big.data')).status).toBe(200);
}

async function opened(who: Person | Visitor, address: string) {
  const shown = await new Player(server).open(address, 'cookie' in who ? who.cookie : undefined);
  if (shown.status === 404) throw new FluxError('app_not_found');
  expect(shown.status).toBe(200);
  return shown;
}

/** The outcome of an action, for comparison. */
async function settled(work: Promise<unknown>) {
  const [outcome] = await Promise.allSettled([work]);
  return { status: outcome.status, done: work };
}

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'yes';
  } catch (error) {
    if (!(error instanceof FluxError)) throw error;
    if (error.code === 'app_not_found') return 'not found';
    if (error.code === 'unauthenticated') return 'sign in';
    if (error.code === 'subscription_required') return 'plan';
    if (error.code === 'conflict') return 'no';
    if (error.code === 'forbidden' || error.fields?.organizationId) return 'no';
    throw error;
  }
}

interface Table {
  section: string;
  roles: string[];
  rows: { action: string; answers: string[] }[];
}

function readTables(): Table[] {
  const text = readFileSync(new URL('../../../../docs/applications.md', import.meta.url), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const lines = part.split('\n').filter((line) => line.startsWith('|'));
      const [head, , ...rows] = lines.map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim().replaceAll("'", '’')),
      );
      // Other tables name it in their first column.
      if (head?.[0] !== '') return [];
      return {
        section: part.split('\n')[0] ?? '',
        roles: head.slice(1),
        rows: rows.map(([action = '', ...answers]) => ({ action, answers })),
      };
    });
}

const tables = readTables();

test('all tables of the document are tested', () => {
  expect(tables.map(({ section }) => section)).toEqual([
    ...Object.keys(kinds),
    'Uploading into an organization',
  ]);
  const asked = tables.flatMap(({ rows }) => rows.map(({ action }) => action));
  expect(new Set(asked)).toEqual(new Set(Object.keys(actions)));
});

describe.each(tables)('$section', ({ section, roles, rows }) => {
  test.each(rows)('$action: $answers', async ({ action, answers }) => {
    const found: string[] = [];
    for (const role of roles) {
      const who = people[role];
      const act = actions[action];
      if (!who || !act) throw new Error(`Nobody knows '${role}' or '${action}'.`);
      found.push(await outcomeOf(act(await makeField(section, who))));
    }
    expect(Object.fromEntries(roles.map((role, index) => [role, found[index]]))).toEqual(
      Object.fromEntries(roles.map((role, index) => [role, answers[index]])),
    );
  });
});
