import type { Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tables } from '#server/db/schema.ts';
import { somethingWaits } from '#server/testing/measures/waiting.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { publishApp } from '#server/testing/people/publish.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { updateApplication } from '#shared/apps/apps.ts';

/** Who may upload is in docs/applications.md; here is what happens when that ends at the same moment. */

let server: TestServer;
let ada: Person;
let bob: Person;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  [ada, bob] = [await signIn(server, 'ada'), await signIn(server, 'bob')];
});
beforeEach(async () => {
  organizationId = (await addOrganization(server, ada, { members: [[bob, 'member']] })).id;
});
afterAll(() => server.close());

const files = { build: { name: 'game.html', bytes: '<!doctype html><title>Game</title>' } };
const ways: [string, () => Promise<unknown>][] = [
  ['uploading', () => publishApp(bob, { body: { organizationId }, files })],
  [
    'taking an application there',
    async () => {
      const { id } = await addApp(server, bob);
      return bob.call(updateApplication, { params: { id }, body: { organizationId } });
    },
  ],
];
const refused = {
  code: 'invalid_input',
  message: 'Please select an organization',
  fields: { organizationId: 'Please select an organization' },
};

/** Does something to the organization, and commits it when the other work has come to wait for it. */
async function meanwhile(
  change: (trx: Transaction<Tables>) => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  let outcome: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
  await server.context.db.transaction().execute(async (trx) => {
    await change(trx);
    outcome = Promise.allSettled([work()]);
    await somethingWaits(server.context.db);
  });
  const [settled] = await outcome;
  if (!settled) throw new Error('Nothing was done.');
  return settled;
}

const endMembership = (trx: Transaction<Tables>) =>
  trx
    .deleteFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', bob.id)
    .execute();
const deleteOrganization = async (trx: Transaction<Tables>) => {
  await trx.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute();
  await trx.deleteFrom('organizations').where('id', '=', organizationId).execute();
};

const appsInside = async () =>
  (
    await server.context.db
      .selectFrom('apps')
      .select('id')
      .where('organization_id', '=', organizationId)
      .execute()
  ).length;

test.each(ways)('%s waits for whoever ends the membership, and is refused then', async (_name, work) => {
  expect(await meanwhile(endMembership, work)).toMatchObject({ status: 'rejected', reason: refused });
  expect(await appsInside()).toBe(0);
});

test.each(ways)('%s waits for whoever deletes the organization, and is refused then', async (_name, work) => {
  expect(await meanwhile(deleteOrganization, work)).toMatchObject({ status: 'rejected', reason: refused });
});

test.each(ways)('%s goes on when the deletion that it waited for did not come about', async (_name, work) => {
  const change = async (trx: Transaction<Tables>) => {
    await trx.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute();
  };
  expect(await meanwhile(change, work)).toMatchObject({ status: 'fulfilled' });
  expect(await appsInside()).toBe(1);
});

test('members, settings and other uploads of the organization change while somebody uploads', async () => {
  await server.context.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .forNoKeyUpdate()
      .execute();
    await publishApp(bob, { body: { organizationId }, files });
  });
  expect(await appsInside()).toBe(1);
});

test('while they are being removed again and again, people upload or are refused, and nobody waits for ever', async () => {
  const toggle = async () => {
    for (let count = 0; count < 10; count += 1) {
      await endMembershipAt();
      await server.context.db
        .insertInto('organization_members')
        .values({ organization_id: organizationId, user_id: bob.id, role: 'member', joined_at: new Date() })
        .execute();
    }
  };
  const endMembershipAt = () => server.context.db.transaction().execute(endMembership);
  const uploads = Array.from({ length: 3 }, () =>
    publishApp(bob, { body: { organizationId }, files }).then(
      () => 'done',
      (error: { code: string; message: string }) => error.message,
    ),
  );
  const outcomes = await Promise.all([...uploads, toggle()]);
  for (const outcome of outcomes.slice(0, -1)) expect(['done', refused.message]).toContain(outcome);
});
