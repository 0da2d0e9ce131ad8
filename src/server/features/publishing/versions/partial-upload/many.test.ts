import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMany, numbered } from '#server/testing/measures/many-rows.ts';
import { readingFew } from '#server/testing/measures/rows-read.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { contentOf, findStored } from './find-stored.ts';

/**
 * Applications that each have a version, in whose upload lie a file of its own and one that all have; an application that
 * has as many versions with that one, and one with none.
 */
const many = 20_000;
const everyones = 'icon';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const made = numbered(1, many);
  await insertMany(server.context, async (client) => {
    await client.query(
      `insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_by, uploaded_at)
         select 'v' || letters, 'a' || letters, '1.0.0', 'a.zip', 1, sha256('a'), '{}', 'u', now() from ${made};
       insert into versions (id, app_id, number, file_name, file_size, original_sha256, report, uploaded_by, uploaded_at)
         select 'o' || letters, 'old', '1.0.' || n, 'a.zip', 1, sha256('b'), '{}', 'u', now() + n * interval '1 second'
           from ${made};
       insert into apps (id, owner_id, name, description, is_public, theme, active_version_id, created_at, updated_at)
         select distinct app_id, 'u', 'App', '', true, 'vanilla', app_id, now(), now() from versions;
       insert into packed_files (version_id, app_id, sha256, size, crc32, method, data_start, packed_size)
         select id, app_id, sha256('${everyones}'), 10, 1, 0, 60, 10 from versions
         union all select 'v' || letters, 'a' || letters, sha256(letters::bytea), 10, 1, 0, 90, 10 from ${made};
       delete from packed_files where version_id in (
         select id from versions where app_id = 'old' order by uploaded_at desc limit 30);
       insert into apps (id, owner_id, name, description, is_public, theme, active_version_id, created_at, updated_at)
         values ('none', 'u', 'None', '', true, 'vanilla', 'none', now(), now());`,
    );
  });
});
afterAll(() => server.close());

test.each([
  ['an application that has it in an old version, as it has in thousands', 'old', hash('b')],
  ['one that never had it', 'none', undefined],
])('a file that every application has is looked for in few rows for %s', async (_name, appId, original) => {
  const unknown = Array.from({ length: 2_000 }, () => randomBytes(32).toString('hex'));
  const wanted = hash(everyones);
  const { db } = server.context;
  const kept = await readingFew(db, ['packed_files'], (trx) => findStored(trx, appId, [...unknown, wanted]));
  const source = kept.get(wanted);
  expect(source && contentOf(source).toString('hex')).toBe(original);
  expect(kept.size).toBe(original === undefined ? 0 : 1);
});
