import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteApplication, switchOffShareKey, updateApplication } from '#shared/apps/apps.ts';
import { takeApplicationOffline } from '#shared/contact/reports.ts';
import { suspendApps } from '../../features/apps/suspension.ts';
import { setThumbnail } from '../../features/apps/thumbnails/store.ts';
import { newId, newSecret } from '../../platform/ids.ts';
import type { Answer } from '../../testing/http/request.ts';
import { withStatements } from '../../testing/measures/statements.ts';
import { addApp, plainReport } from '../../testing/people/apps.ts';
import { addOrganization } from '../../testing/people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { heard, sha256, visit } from '../test-build.ts';

let server: TestServer;
let ada: Person;
let admin: Person;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
  admin = await signIn(server, 'root', { role: 'admin' });
});
afterAll(() => server.close());

/** What somebody may have kept of an app that they once could see. */
interface Kept {
  id: string;
  versionId: string;
  shareKey: string;
  thumbnailId: string;
}

/** As what strangers could see before, with the address of its picture then. */
async function makeApp(owner: Person, fields: Parameters<typeof addApp>[2] = {}): Promise<Kept> {
  const {
    id,
    activeVersionId: versionId,
    shareKey,
  } = await addApp(server, owner, { isPublic: true, ...fields });
  const { db, clock } = server.context;
  const build = sha256('build');
  await db.transaction().execute((trx) => setThumbnail(trx, id, { small: build, large: build }, clock.now()));
  const picture = db.selectFrom('thumbnails').select('id').where('app_id', '=', id);
  const { id: thumbnailId } = await picture.executeTakeFirstOrThrow();
  return { id, versionId, shareKey, thumbnailId };
}

const makePrivate = ({ id }: Kept) =>
  ada.call(updateApplication, { params: { id }, body: { isPublic: false } });

const hidden: Record<string, () => Promise<Kept>> = {
  'one that was made private': async () => {
    const app = await makeApp(ada);
    await makePrivate(app);
    return { ...app, shareKey: newSecret() };
  },
  'a private one of an organization': async () => {
    const { id: organizationId } = await addOrganization(server, ada, { name: newId() });
    const app = await makeApp(ada, { organizationId });
    await makePrivate(app);
    return { ...app, shareKey: newSecret() };
  },
  'a private one whose link is off': async () => {
    const app = await makeApp(ada);
    await makePrivate(app);
    await ada.call(switchOffShareKey, { params: { id: app.id } });
    return app;
  },
  'one that waits for approval': async () => {
    const app = await makeApp(ada, { isPublic: false, isApproved: false, wantsPublic: true });
    return { ...app, thumbnailId: newId() };
  },
  'one that an administrator took offline': async () => {
    const app = await makeApp(ada);
    await admin.call(takeApplicationOffline, {
      params: { id: app.id },
      body: { reason: 'Somebody else made it.' },
    });
    return app;
  },
  'one whose owner has no plan any more': async () => {
    const owner = await signIn(server, newId());
    const app = await makeApp(owner);
    const { db, clock } = server.context;
    await db.transaction().execute((trx) => suspendApps(trx, owner.id, clock.now()));
    return app;
  },
  'one that was deleted': async () => {
    const app = await makeApp(ada);
    await ada.call(deleteApplication, { params: { id: app.id } });
    return app;
  },
};
const missing = (): Kept => ({
  id: newId(),
  versionId: newId(),
  shareKey: newSecret(),
  thumbnailId: newId(),
});

/** On Flux's own origin. */
const pathsOfFlux = ({ id, versionId, shareKey, thumbnailId }: Kept): string[] => {
  const of = (path: string) =>
    `/api/oembed?${new URLSearchParams({ url: `${server.context.config.publicUrl}/play/${id}${path}` })}`;
  return [
    `/api/applications/${id}`,
    `/api/applications/${id}?key=${shareKey}`,
    `/api/applications/${id}/versions`,
    `/api/applications/${id}/download`,
    `/api/applications/${id}/download?version=${versionId}`,
    `/api/applications/${id}/download?key=${shareKey}`,
    `/serve/${id}`,
    `/serve/${id}?v=1.0.0_1_a`,
    `/serve/${id}?version=${versionId}`,
    `/serve/${id}?key=${shareKey}`,
    `/play/${id}`,
    `/play/${id}?key=${shareKey}`,
    `/embed/${id}`,
    `/embed/${id}/play`,
    of(''),
    of(`?key=${shareKey}`),
    // Of a picture nothing but its address is asked; an app's id is none.
    `/thumbnails/${thumbnailId}/400.webp`,
    `/thumbnails/${thumbnailId}/800.webp`,
    `/thumbnails/${id}/400.webp`,
  ];
};

/** On the app's own. */
const pathsOfContent = ({ versionId }: Kept): string[] => [
  '/',
  `/?v=${versionId}`,
  `/?v=${versionId}_pinned`,
  `/${plainReport.entry}`,
  '/none.data',
  '/_flux/enter',
  '/_flux/enter?ticket=none',
  `/_flux/${sha256('build')}/data`,
  `/_flux/download/${versionId}/pong.zip`,
];

/** As browsers open a page, which is answered in another way in places. */
const asPage = { accept: 'text/html', 'sec-fetch-dest': 'document' };
const ofPages = /^\/(?:serve|play|embed)\//;

interface Stranger {
  who: Visitor;
  cookie: string | undefined;
}

/** All that a stranger can see and time of an app. */
async function look({ who, cookie }: Stranger, kept: Kept) {
  const asks: [string, () => Promise<Answer>][] = [];
  for (const path of pathsOfFlux(kept)) {
    asks.push([path, () => who.fetch(path)]);
    if (ofPages.test(path)) asks.push([`${path} as a page`, () => who.fetch(path, { headers: asPage })]);
  }
  for (const path of pathsOfContent(kept)) {
    asks.push([`content ${path}`, () => visit(server, kept.id, path, { cookie })]);
    // By now it is remembered that there is such an app, or none.
    asks.push([`content ${path} as a page`, () => visit(server, kept.id, path, { ...asPage, cookie })]);
  }
  const seen = [];
  for (const [name, ask] of asks) {
    const { answer, texts: statements } = await withStatements(ask);
    const { date: _date, ...headers } = answer.headers;
    const told = JSON.stringify({ name, status: answer.status, headers, body: answer.text() });
    seen.push({ told: anonymous(told, kept), statements });
  }
  return seen;
}

/** What was asked for, and what is made anew for each page, is the only difference there may be. */
function anonymous(told: string, kept: Kept): string {
  const named = Object.entries(kept).reduce((text, [name, value]) => text.replaceAll(value, name), told);
  return named.replaceAll(/nonce(-|=\\")[\w+/=]+/g, 'nonce');
}

let strangers: (Stranger & { seenOfNothing: Awaited<ReturnType<typeof look>> })[];
beforeAll(async () => {
  const eve = await signIn(server, 'eve');
  const both = [
    { who: visitor(server), cookie: undefined },
    { who: eve, cookie: eve.cookie },
  ];
  strangers = [];
  for (const each of both) strangers.push({ ...each, seenOfNothing: await look(each, missing()) });
});

test('there is nothing to see of an app that never was, which the database is asked for', () => {
  for (const { seenOfNothing } of strangers) {
    // A page is the same for all; what it shows it asks the API for.
    const opened = seenOfNothing.filter(({ told }) => !/"name":"\/play\/|"status":40[14]/.test(told));
    expect(opened).toEqual([]);
    expect(seenOfNothing.filter(({ statements }) => statements.length > 0).length).toBeGreaterThan(10);
  }
});

test.each(Object.keys(hidden))(
  'neither an answer nor the work for it tells strangers of %s',
  async (name) => {
    for (const { seenOfNothing, ...stranger } of strangers) {
      const app = await hidden[name]?.();
      if (!app) throw new Error(`${name} was not made.`);
      await heard(server.context, app.id);
      expect(await look(stranger, app)).toEqual(seenOfNothing);
    }
  },
);
