import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { somethingWaits } from '#server/testing/measures/waiting.ts';
import { addApp } from '#server/testing/people/apps.ts';
import { type Person, signIn, viewerOf } from '#server/testing/people/people.ts';
import { createKeptPublisher } from '#server/testing/servers/kept-publisher.ts';
import { startServer, type TestServer } from '#server/testing/servers/server.ts';
import type { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { removeApp } from '../../apps/delete.ts';
import { activate } from './activate.ts';
import { removeVersion } from './delete.ts';
import type { Publisher } from './publish.ts';
import { publishVersion } from './publish-version.ts';

let server: TestServer;
let ada: Person;
let viewer: Viewer;
let publisher: Publisher;

beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
  viewer = await viewerOf(server, ada);
  publisher = (await createKeptPublisher(server, ada))(server.context);
});
afterAll(() => server.close());

/** An operation on the version at a place among those made so far, wrapped around. */
type Operation = { kind: 'publish' } | { kind: 'activate' | 'delete'; which: number };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('publish' as const) }),
  fc.record({ kind: fc.constantFrom('activate' as const, 'delete' as const), which: fc.nat(20) }),
);

interface Outcome {
  operation: Operation;
  versionId: string;
  /** Null where it was done. */
  refusal: string | null;
}

async function run(appId: string, made: string[], todo: Operation): Promise<Outcome> {
  const given = { uploadId: newId() };
  if (todo.kind === 'publish') {
    const input = { version: '', changelog: 'x' };
    const version = await publishVersion(server.context, publisher, viewer, appId, input, given);
    made.push(version.id);
    return { operation: todo, versionId: version.id, refusal: null };
  }
  const versionId = made[todo.which % made.length] ?? '';
  const work =
    todo.kind === 'activate'
      ? activate(server.context, viewer, { appId, versionId, anyway: false })
      : removeVersion(server.context, viewer, appId, versionId);
  const refusal = await work.then(
    () => null,
    (error: FluxError) => error.code,
  );
  return { operation: todo, versionId, refusal };
}

async function stateOf(appId: string): Promise<{ active: string; versions: Set<string>; numbers: string[] }> {
  const { rows } = await server.context.pool.query(
    `select a.active_version_id as active, v.id, v.number
     from apps a join versions v on v.app_id = a.id where a.id = $1`,
    [appId],
  );
  return {
    active: rows[0].active,
    versions: new Set(rows.map((row) => row.id)),
    numbers: rows.map((row) => row.number),
  };
}

test('whatever is published, activated and deleted at once, one whole version is active', async () => {
  const rounds = fc.array(fc.array(operation, { minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(rounds, async (sequence) => {
      const app = await addApp(server, ada);
      const made = [app.activeVersionId];
      const deleted = new Set<string>();
      for (const round of sequence) {
        const outcomes = await Promise.all(round.map((todo) => run(app.id, made, todo)));
        for (const { operation: done, versionId, refusal } of outcomes) {
          // Nothing fails but for the reason that the model knows.
          const reasons = {
            publish: [],
            activate: ['version_not_found'],
            delete: ['version_not_found', 'conflict'],
          };
          if (refusal !== null) expect(reasons[done.kind]).toContain(refusal);
          else if (done.kind === 'delete') {
            expect(deleted.has(versionId)).toBe(false);
            deleted.add(versionId);
          }
        }
        const { active, versions, numbers } = await stateOf(app.id);
        expect(versions).toEqual(new Set(made.filter((id) => !deleted.has(id))));
        expect(versions.has(active)).toBe(true);
        expect(new Set(numbers).size).toBe(numbers.length);
        const switches = outcomes.filter((each) => each.refusal === null && each.operation.kind !== 'delete');
        if (switches.length > 0) expect(switches.map((each) => each.versionId)).toContain(active);
        // The active one is served: it has files, and cannot be deleted.
        await expect(removeVersion(server.context, viewer, app.id, active)).rejects.toMatchObject({
          code: 'conflict',
        });
      }
    }),
    { numRuns: 25 },
  );
});

test('one operation after another does exactly what was asked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 25 }), async (sequence) => {
      const app = await addApp(server, ada);
      const made = [app.activeVersionId];
      const model = { active: app.activeVersionId, versions: new Set(made) };
      for (const todo of sequence) {
        const { versionId, refusal } = await run(app.id, made, todo);
        const known = model.versions.has(versionId);
        if (todo.kind === 'publish') {
          model.versions.add(versionId);
          model.active = versionId;
        } else if (todo.kind === 'activate') {
          expect(refusal).toBe(known ? null : 'version_not_found');
          if (known) model.active = versionId;
        } else {
          const expected = versionId === model.active ? 'conflict' : null;
          expect(refusal).toBe(known ? expected : 'version_not_found');
          if (refusal === null) model.versions.delete(versionId);
        }
        const { active, versions } = await stateOf(app.id);
        expect({ active, versions }).toEqual(model);
      }
    }),
    { numRuns: 20 },
  );
});

test('an app deleted among all that takes every version along, and nothing comes after it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const app = await addApp(server, ada);
    const made = [app.activeVersionId];
    const others: Operation[] = [{ kind: 'publish' }, { kind: 'activate', which: 0 }, { kind: 'publish' }];
    const outcomes = await Promise.allSettled([
      ...others.slice(0, round % 3).map((todo) => run(app.id, made, todo)),
      removeApp(server.context, viewer, app.id),
      ...others.map((todo) => run(app.id, made, todo)),
    ]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(['app_not_found', 'version_not_found']).toContain(outcome.reason.code);
    const { rows } = await server.context.pool.query(
      `select id from apps where id = $1 union all select id from versions where app_id = $1
       union all select version_id from version_files where version_id = any($2)`,
      [app.id, made],
    );
    expect(rows).toEqual([]);
  }
});

test('a version that waited for another change of its application is dated after it', async () => {
  const app = await addApp(server, ada);
  const input = { version: '', changelog: 'x' };
  const { publishing, lockedUntil } = await server.context.db.transaction().execute(async (trx) => {
    await trx.selectFrom('apps').select('id').where('id', '=', app.id).forUpdate().execute();
    const publishing = publishVersion(server.context, publisher, viewer, app.id, input, {
      uploadId: newId(),
    });
    await somethingWaits(server.context.db);
    server.clock.advance(60_000);
    return { publishing, lockedUntil: server.clock.now() };
  });
  const { id } = await publishing;
  const { rows } = await server.context.pool.query('select uploaded_at from versions where id = $1', [id]);
  expect(rows).toEqual([{ uploaded_at: lockedUntil }]);
});
