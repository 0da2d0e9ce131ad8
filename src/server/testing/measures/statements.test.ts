import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOwnInvitations } from '#shared/orgs/orgs.ts';
import { type Person, signIn } from '../people/people.ts';
import { startServer, type TestServer } from '../servers/server.ts';
import { withStatements } from './statements.ts';

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'Ada');
});
afterAll(() => server.close());

test('only the statements of this request are recorded', async () => {
  const ask = () => ada.call(listOwnInvitations);
  const { texts } = await withStatements(ask);
  expect(texts.some((text) => text.includes('invitation.email ='))).toBe(true);
  let isMeasuring = true;
  const other = (async () => {
    let sent = 0;
    for (; isMeasuring; sent += 1) await sql`select 'of another'`.execute(server.context.db);
    return sent;
  })();
  const again = await withStatements(ask);
  isMeasuring = false;
  expect(await other).toBeGreaterThan(0);
  expect(again.texts).toEqual(texts);
});
