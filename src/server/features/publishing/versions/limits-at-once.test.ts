import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Context } from '#server/context.ts';
import { newId } from '#server/platform/ids.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { addOrganization } from '#server/testing/people/organizations.ts';
import { signIn, viewerOf } from '#server/testing/people/people.ts';
import { createKeptPublisher } from '#server/testing/servers/kept-publisher.ts';
import { secondServer } from '#server/testing/servers/second-server.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import type { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { removeApp } from '../../apps/delete.ts';
import { createApp } from './create-app.ts';
import type { Publisher } from './publish.ts';
import { publishVersion } from './publish-version.ts';

let server: TestServer;
/** The same database by connections of its own, as a second server has them. */
let other: Context;
/** Commits at once, without having asked before: only the transaction stands between. */
let publisher: (context: Context) => Publisher;
let ada: Viewer;
let organizationId: string;

beforeAll(async () => {
  server = await startServer({ env: { FLUX_DATABASE_POOL: '10' } });
  other = secondServer(server, 10);
  publisher = await createKeptPublisher(server, await signIn(server, 'keeper'));
});
beforeEach(async () => {
  const person = await signIn(server, `ada ${newId()}`, { plan: 'pro' });
  organizationId = (await addOrganization(server, person)).id;
  ada = await viewerOf(server, person);
});
afterAll(async () => {
  await other.db.destroy();
  await server.close();
});

const servers = (count: number) => [server.context, other].slice(0, count);
const given = () => ({ uploadId: newId() });

/** Fifty attempts spread over servers. @returns how many were done, and why the others were not */
async function fifty(contexts: Context[], attempt: (context: Context) => Promise<unknown>) {
  const attempts = Array.from({ length: 50 }, (_, index) => contexts[index % contexts.length] ?? other);
  const outcomes = await Promise.allSettled(attempts.map(attempt));
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [(outcome.reason as FluxError).code] : [],
  );
  return { done: outcomes.length - refused.length, reasons: [...new Set(refused)] };
}

const newApp = (context: Context) =>
  createApp(context, publisher(context), ada, {
    ...given(),
    name: 'Pong',
    description: '',
    organizationId,
    isPublic: false,
    theme: 'vanilla',
  });

async function ids(table: 'apps' | 'versions', column: 'owner_id' | 'app_id', id: string): Promise<string[]> {
  const { rows } = await server.context.pool.query(`select id from ${table} where ${column} = $1`, [id]);
  return rows.map((row) => row.id);
}

test.each([1, 2])('of fifty applications at once on %i server(s) the plan’s three pass', async (count) => {
  for (let round = 0; round < 4; round += 1) {
    expect(await fifty(servers(count), newApp)).toEqual({ done: 3, reasons: ['limit_reached'] });
    const made = await ids('apps', 'owner_id', ada.id);
    expect(made).toHaveLength(3);
    for (const id of made) await removeApp(server.context, ada, id);
  }
});

test.each([1, 2])(
  'of fifty versions at once on %i server(s) an application takes two more',
  async (count) => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await addApp(server, ada);
      const version = (context: Context) =>
        publishVersion(context, publisher(context), ada, id, { version: '', changelog: 'x' }, given());
      expect(await fifty(servers(count), version)).toEqual({ done: 2, reasons: ['limit_reached'] });
      expect(await ids('versions', 'app_id', id)).toHaveLength(3);
      // More applications than the plan allows take no versions.
      await removeApp(server.context, ada, id);
    }
  },
);

test('people do not wait for one another: while one’s publication is held up, another’s goes on', async () => {
  const person = await signIn(server, 'bea', { plan: 'indie' });
  const { id: organizationId } = await addOrganization(server, person);
  const bea = await viewerOf(server, person);
  await other.db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', ada.id).forNoKeyUpdate().execute();
    await createApp(server.context, publisher(server.context), bea, {
      ...given(),
      name: 'Pong',
      description: '',
      organizationId,
      isPublic: false,
      theme: 'vanilla',
    });
  });
});
