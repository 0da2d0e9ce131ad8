import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUsage, getUsageHistory } from '#shared/admin/usage.ts';
import { addApp } from '../../testing/people/apps.ts';
import { type Person, signIn, visitor } from '../../testing/people/people.ts';
import { publishApp } from '../../testing/people/publish.ts';
import { secondServer } from '../../testing/servers/second-server.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { Meter } from './meter.ts';
import { foldUsage, writeDelivered } from './write.ts';

let server: TestServer;
let root: Person;
const day = 86_400_000;

beforeEach(async () => {
  server = await startServer();
  server.clock.moveTo(new Date('2027-03-01T10:00:00Z'));
  root = await signIn(server, 'Root', { role: 'admin' });
});
afterEach(() => server.close());

const history = async (days: number) => (await root.call(getUsageHistory, { query: { days } })).days;

function metered(plays: number, bytes: number): Meter {
  return Object.assign(new Meter(), { plays, bytes });
}

describe('the current usage', () => {
  test('is shown for a server with one administrator only', async () => {
    const usage = await root.call(getUsage);
    expect(usage).toMatchObject({
      storage: { totalSize: '0 Bytes', totalBytes: 0, fileCount: 0, fileTypes: {}, lastUpdated: null },
      auth: { totalUsers: 1 },
      firestore: { collections: { users: 1, applications: 0, 'organization members': 0 } },
      timestamp: '2027-03-01T10:00:00.000Z',
    });
  });

  test('is up to date moments after a publication and a deletion', async () => {
    const build = { name: 'game.html', bytes: '<!doctype html><title>Game</title>' };
    const app = await publishApp(root, { files: { build } });
    const usage = await root.call(getUsage);
    const { rows } = await server.context.pool.query(
      'select count(*) as files, sum(size)::bigint as bytes from blob_encodings',
    );
    expect(usage.storage).toMatchObject({
      fileCount: rows[0].files,
      totalBytes: rows[0].bytes,
      totalSize: `${rows[0].bytes} Bytes`,
      // It is served as `index.html`, too, and is one file for that.
      fileTypes: { '.html': 1 },
      lastUpdated: expect.any(String),
    });
    expect(usage.firestore.collections).toMatchObject({ applications: 1, versions: 1 });
    expect(usage.firestore.collections['version files']).toBe(app.build?.fileCount);
    const sum = Object.values(usage.firestore.collections).reduce((total, count) => total + count, 0);
    expect(usage.firestore.totalDocuments).toBe(sum);
    await server.context.db.deleteFrom('apps').where('id', '=', app.id).execute();
    const after = await root.call(getUsage);
    expect(after.firestore.collections).toMatchObject({ applications: 0, 'version files': 0 });
    expect(after.storage.fileTypes).toEqual({});
  });

  test.each([getUsage, getUsageHistory])('requires an administrator: $path', async (endpoint) => {
    const ada = await signIn(server, 'Ada');
    await expect(ada.call(endpoint, { query: {} })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(visitor(server).call(endpoint, { query: {} })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});

describe('history', () => {
  test('has a row for each day, with the growth at its end', async () => {
    await foldUsage(server.context);
    await addApp(server, root);
    await signIn(server, 'Ada');
    await foldUsage(server.context);
    server.clock.advance(day);
    await addApp(server, root);
    await foldUsage(server.context);
    expect(await history(3)).toMatchObject([
      {
        day: '2027-02-28',
        accounts: null,
        applications: null,
        bytesStored: null,
        plays: 0,
        bytesDelivered: 0,
      },
      { day: '2027-03-01', accounts: 2, applications: 1 },
      { day: '2027-03-02', accounts: 2, applications: 2 },
    ]);
  });

  test('continues over days without the server', async () => {
    await foldUsage(server.context);
    server.clock.advance(5 * day);
    await addApp(server, root);
    await foldUsage(server.context);
    const days = await history(7);
    expect(days.map(({ applications }) => applications)).toEqual([null, 0, 0, 0, 0, 0, 1]);
    expect((await history(3)).map(({ applications }) => applications)).toEqual([0, 0, 1]);
  });

  test('adds the deliveries of several servers', async () => {
    const second = secondServer(server, 2);
    await Promise.all([
      writeDelivered(server.context, metered(2, 1_000)),
      writeDelivered(second, metered(3, 4_000_000_000)),
      writeDelivered(second, metered(0, 1)),
    ]);
    server.clock.advance(day);
    await writeDelivered(second, metered(1, 5));
    expect(await history(2)).toMatchObject([
      { plays: 5, bytesDelivered: 4_000_001_001 },
      { plays: 1, bytesDelivered: 5 },
    ]);
    await second.db.destroy();
  });

  test('keeps unwritten counts for the next time', async () => {
    const { pool } = server.context;
    const meter = metered(2, 10);
    await pool.query('alter table usage_days rename to away');
    await expect(writeDelivered(server.context, meter)).rejects.toThrow();
    await pool.query('alter table away rename to usage_days');
    meter.plays += 1;
    await writeDelivered(server.context, meter);
    await writeDelivered(server.context, meter);
    expect(await history(1)).toMatchObject([{ plays: 3, bytesDelivered: 10 }]);
  });

  test.each(['0', '367', '1.5', 'all'])('of %s days is refused', async (days) => {
    const answer = await root.fetch(`${getUsageHistory.path}?days=${days}`);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_input', fields: { days: expect.any(String) } });
  });
});
