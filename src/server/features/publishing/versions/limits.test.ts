import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn, subscribe } from '#server/testing/people/people.ts';
import { ownOrganization, publishApp } from '#server/testing/people/publish.ts';
import { sendUpload } from '#server/testing/people/uploads.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { deleteApplication, getApplication } from '#shared/apps/apps.ts';
import type { ErrorBody, FluxError } from '#shared/contract/errors.ts';
import { listUploads, uploadsPath } from '#shared/versions/uploads.ts';
import { createVersion, deleteVersion, listVersions } from '#shared/versions/versions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const day = 86_400_000;
const noPlanForApps = {
  code: 'subscription_required',
  message: 'You need an active subscription to upload applications. Please choose a plan first.',
};
const noPlanForRevisions = {
  code: 'subscription_required',
  message: 'You need an active subscription to upload revisions. Please choose a plan first.',
};

/** Another one each time, so that every publication keeps bytes that are in no store yet. */
let builds = 0;
const bytes = () => makeZip([{ name: 'index.html', data: `<!doctype html><p>${++builds}` }]);
const files = () => ({ build: { name: 'pong.zip', bytes: bytes() } });
const create = (who: Person) => publishApp(who, { body: { name: 'Pong' }, files: files() });
const publish = (who: Person, id: string) =>
  who.call(createVersion, { params: { id }, body: { changelog: 'More' }, files: files() });

async function changePlan(who: Person, columns: Record<string, string | Date | boolean>): Promise<void> {
  const { db } = server.context;
  await db.updateTable('subscriptions').set(columns).where('user_id', '=', who.id).execute();
}

async function count(table: 'apps' | 'versions' | 'blobs'): Promise<number> {
  const { rows } = await server.context.pool.query(`select count(*) as count from ${table}`);
  return rows[0].count;
}

/** Announces an upload of eight bytes. */
const announce = (who: Person, target?: string) =>
  who.fetch(uploadsPath, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '8',
      'upload-metadata': Object.entries({ filename: 'pong.zip', ...(target && { target }) })
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  });

async function refusalOf(answer: ReturnType<typeof announce>) {
  const { status, json } = await answer;
  return status < 400 ? null : json<ErrorBody>().code;
}

test('a plan allows as many applications as it says; deleting one makes room', async () => {
  const ada = await signIn(server, 'Ada', { plan: 'indie' });
  const { id } = await create(ada);
  await expect(create(ada)).rejects.toMatchObject({
    code: 'limit_reached',
    status: 403,
    message:
      'You have reached your application limit! You can upload up to 1 applications with your Indie plan. You currently have 1 applications.',
  });
  await ada.call(deleteApplication, { params: { id } });
  await create(ada);
  await expect(create(ada)).rejects.toMatchObject({ code: 'limit_reached' });
});

test('an application has as many revisions as the plan says, the first included; deleting one makes room', async () => {
  const bea = await signIn(server, 'Bea', { plan: 'indie' });
  const { id } = await create(bea);
  const { versionId } = await publish(bea, id);
  await publish(bea, id);
  const refusal = {
    code: 'limit_reached',
    message:
      'You have reached your revision limit! You can upload up to 3 revisions per application with your Indie plan. You currently have 3 revisions.',
  };
  await expect(publish(bea, id)).rejects.toMatchObject(refusal);
  await bea.call(deleteVersion, { params: { id, versionId } });
  await publish(bea, id);
  await expect(publish(bea, id)).rejects.toMatchObject(refusal);
});

test('of three forms sent at once to a plan with room for one, one is published', async () => {
  const cyd = await signIn(server, 'Cyd', { plan: 'indie' });
  const outcomes = await Promise.allSettled([create(cyd), create(cyd), create(cyd)]);
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [(outcome.reason as FluxError).code] : [],
  );
  expect(refused).toEqual(['limit_reached', 'limit_reached']);
});

test('without a plan nothing is taken: no upload, no form, no version', async () => {
  const dot = await signIn(server, 'Dot', { plan: null });
  const { id } = await addApp(server, dot);
  const before = [await count('apps'), await count('versions'), await count('blobs')];
  for (const target of [undefined, 'new', id])
    expect(await refusalOf(announce(dot, target))).toBe('subscription_required');
  await expect(create(dot)).rejects.toMatchObject({ ...noPlanForApps, status: 402 });
  await expect(publish(dot, id)).rejects.toMatchObject(noPlanForRevisions);
  expect([await count('apps'), await count('versions'), await count('blobs')]).toEqual(before);
  expect(await dot.call(listUploads)).toEqual([]);
});

test('what was sent while there was a plan is not published without one, and waits', async () => {
  const eve = await signIn(server, 'Eve', { plan: 'pro' });
  const app = await addApp(server, eve);
  const uploadId = await sendUpload(eve, 'pong.zip', bytes());
  const body = { name: 'Pong', uploadId, organizationId: await ownOrganization(eve) };
  await changePlan(eve, { status: 'unpaid' });
  await expect(publishApp(eve, { body })).rejects.toMatchObject(noPlanForApps);
  const asVersion = { params: { id: app.id }, body: { changelog: 'More', uploadId } };
  await expect(eve.call(createVersion, asVersion)).rejects.toMatchObject(noPlanForRevisions);
  await changePlan(eve, { status: 'active' });
  await eve.call(createVersion, asVersion);
});

test('whose payment is open is told that, and not to choose a plan, which would be refused', async () => {
  const [una, vic] = [await signIn(server, 'Una', { plan: 'pro' }), await signIn(server, 'Vic')];
  const organization = await addOrganization(server, una, { members: [[vic, 'admin']] });
  const { id } = await addApp(server, una, { organizationId: organization.id });
  await changePlan(una, { status: 'past_due' });
  const owed = {
    code: 'subscription_required',
    status: 402,
    message:
      'A payment for your Pro plan is open. Until it is paid in the billing portal, nothing can be added.',
  };
  for (const target of [undefined, 'new', id]) {
    const { status, json } = await announce(una, target);
    expect({ status, body: json<ErrorBody>() }).toMatchObject({
      status: owed.status,
      body: { code: owed.code, error: owed.message },
    });
  }
  await expect(create(una)).rejects.toMatchObject(owed);
  await expect(publish(una, id)).rejects.toMatchObject(owed);
  // What somebody owes is nobody else's business.
  await expect(publish(vic, id)).rejects.toMatchObject({
    code: 'subscription_required',
    message: expect.stringMatching(/^The owner of this application has no active subscription/),
  });
  await changePlan(una, { status: 'active' });
  await publish(una, id);
});

test('with more applications than the plan allows no revision is added either, until they fit', async () => {
  const [pia, quy] = [await signIn(server, 'Pia', { plan: 'pro' }), await signIn(server, 'Quy')];
  const organization = await addOrganization(server, pia, { members: [[quy, 'admin']] });
  const [{ id }, other] = [
    await addApp(server, pia, { organizationId: organization.id }),
    await addApp(server, pia),
  ];
  await changePlan(pia, { tier: 'indie' });
  const over = {
    code: 'limit_reached',
    message:
      'You have 2 applications and your Indie plan allows 1. Nothing can be added until you delete 1 application or choose a larger plan.',
  };
  await expect(publish(pia, id)).rejects.toMatchObject(over);
  await expect(create(pia)).rejects.toMatchObject({ code: 'limit_reached' });
  for (const target of ['new', id]) expect(await refusalOf(announce(pia, target))).toBe('limit_reached');
  // How many the owner has is nobody else's business.
  await expect(publish(quy, id)).rejects.toMatchObject({
    code: 'limit_reached',
    message: expect.stringMatching(/^The owner of this application has more applications than/),
  });
  await pia.call(deleteApplication, { params: { id: other.id } });
  await publish(pia, id);
});

test('a cancelled plan counts until the end of its period and no longer', async () => {
  const fay = await signIn(server, 'Fay', { plan: null });
  const end = new Date(server.clock.now().getTime() + day);
  await subscribe(server, fay, {
    status: 'cancelled',
    cancel_at_period_end: true,
    current_period_ends_at: end,
  });
  const { id } = await create(fay);
  server.clock.advance(day);
  await expect(create(fay)).rejects.toMatchObject(noPlanForApps);
  await expect(publish(fay, id)).rejects.toMatchObject(noPlanForRevisions);
});

test('a plan whose price nobody configured allows nothing', async () => {
  const gus = await signIn(server, 'Gus', { plan: 'unknown' });
  const { id } = await addApp(server, gus);
  await expect(create(gus)).rejects.toMatchObject({
    code: 'limit_reached',
    message:
      'You have reached your application limit! You can upload up to 0 applications with your Unknown plan. You currently have 1 applications.',
  });
  await expect(publish(gus, id)).rejects.toMatchObject({ code: 'limit_reached' });
});

test('an administrator needs no plan and has no limits, with the applications of others too', async () => {
  const root = await signIn(server, 'Root', { role: 'admin', plan: null });
  const hal = await signIn(server, 'Hal', { plan: null });
  const { id } = await addApp(server, hal);
  for (let made = 0; made < 4; made += 1) {
    await create(root);
    await publish(root, id);
  }
  await expect(publish(hal, id)).rejects.toMatchObject(noPlanForRevisions);
});

test('of an application in an organization the plan of its owner counts, whoever uploads', async () => {
  const [nia, ola] = [
    await signIn(server, 'Nia', { plan: 'indie' }),
    await signIn(server, 'Ola', { plan: null }),
  ];
  const organization = await addOrganization(server, nia, { members: [[ola, 'admin']] });
  const { id } = await addApp(server, nia, { organizationId: organization.id });
  expect(await refusalOf(announce(ola, id))).toBe(null);
  await publish(ola, id);
  await publish(ola, id);
  // Others are not told what plan that is.
  const reached = {
    code: 'limit_reached',
    message: expect.stringMatching(/^This application has as many revisions as the plan of its owner allows/),
  };
  await expect(publish(ola, id)).rejects.toMatchObject(reached);
  await changePlan(nia, { status: 'unpaid' });
  await expect(publish(ola, id)).rejects.toMatchObject({
    code: 'subscription_required',
    message: 'The owner of this application has no active subscription, so nothing can be added to it.',
  });
  // Without a plan of one's own there is still no application of one's own.
  await expect(create(ola)).rejects.toMatchObject(noPlanForApps);
});

test('after a downgrade nothing is deleted, and nothing can be added until it fits', async () => {
  const ivy = await signIn(server, 'Ivy', { plan: 'enterprise' });
  const first = await create(ivy);
  const second = await create(ivy);
  for (let made = 0; made < 3; made += 1) await publish(ivy, first.id);
  await changePlan(ivy, { tier: 'indie' });
  await expect(create(ivy)).rejects.toMatchObject({
    code: 'limit_reached',
    message: expect.stringContaining('You currently have 2 applications.'),
  });
  for (const { id } of [first, second])
    await expect(publish(ivy, id)).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining('Nothing can be added until you delete 1 application'),
    });
  const { versions } = await ivy.call(listVersions, { params: { id: first.id } });
  expect(versions).toHaveLength(4);
  await ivy.call(deleteApplication, { params: { id: second.id } });
  await expect(create(ivy)).rejects.toMatchObject({ code: 'limit_reached' });
  await expect(publish(ivy, first.id)).rejects.toMatchObject({
    code: 'limit_reached',
    message: expect.stringContaining('You currently have 4 revisions.'),
  });
  const [oldest, older] = versions.filter(({ isActive }) => !isActive);
  for (const version of [oldest, older]) {
    await expect(publish(ivy, first.id)).rejects.toMatchObject({ code: 'limit_reached' });
    await ivy.call(deleteVersion, { params: { id: first.id, versionId: version?.id ?? '' } });
  }
  await publish(ivy, first.id);
  await ivy.call(deleteApplication, { params: { id: first.id } });
  await create(ivy);
});

test('what was refused for a limit is not read, and is published from the same upload once there is room', async () => {
  const jan = await signIn(server, 'Jan', { plan: 'indie' });
  const { id } = await addApp(server, jan);
  const uploadId = await sendUpload(jan, 'pong.zip', bytes());
  const before = await count('blobs');
  const attempt = () => publishApp(jan, { body: { name: 'Pong', uploadId } });
  await expect(attempt()).rejects.toMatchObject({ code: 'limit_reached' });
  expect(await count('blobs')).toBe(before);
  expect(await readdir(server.context.folders.staging)).toEqual([]);
  expect(await jan.call(listUploads)).toMatchObject([{ id: uploadId }]);
  await jan.call(deleteApplication, { params: { id } });
  const made = await attempt();
  // The last that the plan allows: asked for again, it answers the same and not that there is no room.
  expect(await attempt()).toEqual(made);
  expect(await jan.call(getApplication, { params: { id: made.id } })).toEqual(made);
});

test('an upload that says what it is for is refused before anything is sent where there is no room for that', async () => {
  const kim = await signIn(server, 'Kim', { plan: 'indie' });
  const { id } = await create(kim);
  expect(await refusalOf(announce(kim, 'new'))).toBe('limit_reached');
  // Of the one that it has, two more revisions.
  expect(await refusalOf(announce(kim, id))).toBe(null);
  await publish(kim, id);
  await publish(kim, id);
  expect(await refusalOf(announce(kim, id))).toBe('limit_reached');
  // What does not say it may be for anything, and is decided when it is published.
  expect(await refusalOf(announce(kim))).toBe(null);
  expect(await kim.call(listUploads)).toHaveLength(2);
});

test('for whom an application is not, an upload for it is not either', async () => {
  const [lea, max] = [await signIn(server, 'Lea'), await signIn(server, 'Max')];
  const hidden = await addApp(server, lea);
  const open = await addApp(server, lea, { isPublic: true });
  expect(await refusalOf(announce(max, hidden.id))).toBe('app_not_found');
  expect(await refusalOf(announce(max, 'nonsense'))).toBe('app_not_found');
  expect(await refusalOf(announce(max, open.id))).toBe('forbidden');
});
