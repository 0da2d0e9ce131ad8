import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { request } from '#server/testing/http/request.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { type Person, signIn } from '#server/testing/people/people.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import { type Application, getApplication, updateApplication } from '#shared/apps/apps.ts';
import { thumbnailRefusedMessage } from '#shared/apps/thumbnails.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { sweepBlobs } from '../../storage/sweep.ts';
import { ageBlobs, builtinStore } from '../../storage/testing.ts';
import { leftovers, makePicture } from './testing.ts';

let server: TestServer;
let ada: Person;
let app: Application;
let old: Buffer;
let fresh: Buffer;
const never = new AbortController().signal;

beforeAll(async () => {
  server = await startServer({ env: { FLUX_LOG_LEVEL: 'silent' } });
  ada = await signIn(server, 'ada');
  old = await makePicture('png', 400, 300);
  fresh = await makePicture('jpeg', 300, 400);
});
afterAll(() => server.close());
beforeEach(async () => {
  const { id } = await addApp(server, ada);
  await edit(old, { name: 'Old' }, id);
  app = await ada.call(getApplication, { params: { id } });
});

const edit = (bytes: Buffer, body: object, id = app.id) =>
  ada.call(updateApplication, {
    params: { id },
    body,
    files: { thumbnail: { name: 'cover', bytes } },
  });
const statusOf = async (url: string | null) => (await request(server, url ?? '')).status;

/** The failed edit changed nothing. */
async function expectUntouched(): Promise<void> {
  expect(await ada.call(getApplication, { params: { id: app.id } })).toEqual(app);
  for (const url of [app.thumbnailUrl, app.thumbnailLargeUrl]) expect(await statusOf(url)).toBe(200);
  expect(await leftovers(server)).toEqual([]);
}

describe('the sweep', () => {
  const hashesOf = async (id: string) => {
    const row = await server.context.db
      .selectFrom('thumbnails')
      .select(['small_sha256', 'large_sha256'])
      .where('app_id', '=', id)
      .executeTakeFirstOrThrow();
    return [row.small_sha256, row.large_sha256];
  };
  const age = (hashes: Buffer[]) => ageBlobs(server.context, hashes);
  const kept = async (hashes: Buffer[]) =>
    (await server.context.db.selectFrom('blobs').select('sha256').where('sha256', 'in', hashes).execute())
      .length;

  test('keeps current pictures and deletes former ones after a day', async () => {
    // A unique picture, so that no other app references it.
    const own = await makePicture('png', 401, 300);
    app = await edit(own, {});
    const hashes = await hashesOf(app.id);
    await age(hashes);
    await sweepBlobs(server.context, never);
    expect(await statusOf(app.thumbnailUrl)).toBe(200);
    expect(await kept(hashes)).toBe(2);
    await edit(fresh, {});
    await sweepBlobs(server.context, never);
    expect(await kept(hashes)).toBe(2);
    await age(hashes);
    await sweepBlobs(server.context, never);
    expect(await kept(hashes)).toBe(0);
  });

  test('keeps a picture until neither of two apps uses it', async () => {
    const { id } = await addApp(server, ada);
    const other = await edit(await makePicture('png', 402, 300), {}, id);
    await edit(await makePicture('png', 402, 300), {});
    const hashes = await hashesOf(id);
    expect(await hashesOf(app.id)).toEqual(hashes);
    await edit(fresh, {});
    await age(hashes);
    await sweepBlobs(server.context, never);
    expect(await statusOf(other.thumbnailUrl)).toBe(200);
  });
});

describe('an edit is rolled back', () => {
  afterEach(() =>
    server.context.pool.query(
      'drop trigger if exists refuse on thumbnails; drop function if exists refuse_thumbnail()',
    ),
  );

  test('if the database refuses the picture at the end', async () => {
    await server.context.pool.query(
      `create function refuse_thumbnail() returns trigger language plpgsql as
         'begin raise exception ''no''; end';
       create trigger refuse before insert on thumbnails for each row execute function refuse_thumbnail();`,
    );
    await expect(edit(fresh, { name: 'New' })).rejects.toMatchObject({ code: 'internal' });
    await expectUntouched();
  });

  test('if the store is full', async () => {
    const store = await builtinStore(server.context);
    const { putFile } = store;
    store.putFile = async () => {
      throw new FluxError('storage_full');
    };
    // Its bytes are nowhere yet, so that it has to be written.
    const unseen = await makePicture('png', 403, 300);
    await expect(edit(unseen, { name: 'New' })).rejects.toMatchObject({ code: 'storage_full' });
    store.putFile = putFile;
    await expectUntouched();
    expect((await edit(unseen, { name: 'New' })).name).toBe('New');
  });

  test('if the app is deleted while its picture is drawn', async () => {
    const editing = edit(fresh, { name: 'New' });
    editing.catch(() => {});
    await sleep(100);
    await server.context.db.deleteFrom('apps').where('id', '=', app.id).execute();
    await expect(editing).rejects.toMatchObject({ code: 'app_not_found' });
    expect(await leftovers(server)).toEqual([]);
    expect(await statusOf(app.thumbnailUrl)).toBe(404);
  });
});

/** The drawing processes of this server, by their ids. */
function drawing(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
        return (
          parent === String(process.pid) &&
          readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('drawing-child')
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

describe.runIf(process.platform === 'linux')('while drawing processes are killed', () => {
  /** Kills so many of them, one after the other, as soon as they are there. */
  async function killDrawing(count: number): Promise<void> {
    const killed = new Set<number>();
    while (killed.size < count) {
      const id = drawing().find((each) => !killed.has(each));
      if (id !== undefined) {
        process.kill(id, 'SIGKILL');
        killed.add(id);
      }
      await sleep(2);
    }
  }

  test('one crash is retried', async () => {
    const [edited] = await Promise.all([edit(fresh, { name: 'New' }), killDrawing(1)]);
    expect(edited.name).toBe('New');
    expect(await statusOf(edited.thumbnailUrl)).toBe(200);
    expect(await leftovers(server)).toEqual([]);
  });

  test('a second is blamed on the picture, and the server continues', async () => {
    const [refused] = await Promise.all([
      edit(fresh, { name: 'New' }).catch((error) => error),
      killDrawing(2),
    ]);
    expect(refused).toMatchObject({
      code: 'invalid_input',
      message: thumbnailRefusedMessage,
      details: ['The picture could not be opened safely.'],
    });
    await expectUntouched();
    expect((await edit(fresh, { name: 'New' })).name).toBe('New');
    expect(drawing()).toEqual([]);
  });
});
