import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApp } from '../people/apps.ts';
import { type Person, signIn, type Visitor, visitor } from '../people/people.ts';
import type { TestServer } from '../servers/server.ts';
import { pathOf } from './objects.ts';
import { type Route, startServerWithRoutes } from './routes.ts';
import { partsOf } from './schemas.ts';

let server: TestServer;
let routes: Route[];
let ada: Person;

beforeAll(async () => {
  ({ server, routes } = await startServerWithRoutes());
  ada = await signIn(server, 'ada');
});
afterAll(() => server.close());

const isPrivate = (name: string) =>
  /e-?mail|role|provider|stripe|session|secret|issuer|subject|share_?key/i.test(name);

/** Fields that are null for all but the user or editors; the test below checks that. */
const forOneself = [
  'GET /api/session user',
  'GET /api/applications/{id} build',
  ...['uploadedByEmail', 'uploadedByUser'].flatMap((name) => [
    `GET /api/applications ${name}`,
    `GET /api/applications/{id} ${name}`,
  ]),
];
/** The names of the sign-in buttons, and the support address. */
const harmless = ['providers', 'supportEmail'];

test('no public response schema has a private field', () => {
  const open = routes.flatMap(({ endpoint }) => (endpoint?.access === 'anyone' ? [endpoint] : []));
  expect(open.length).toBeGreaterThan(3);
  const places = open.flatMap((endpoint) =>
    partsOf(endpoint.output).map(({ path }) => ({ of: `${endpoint.method} ${endpoint.path}`, path })),
  );
  const leaks = places
    .filter(({ path }) => path.some(isPrivate))
    .filter(({ of, path }) => !harmless.includes(path[0] ?? '') && !forOneself.includes(`${of} ${path[0]}`))
    .map(({ of, path }) => `${of} ${path.join('.')}`);
  expect(leaks).toEqual([]);
});

test('no response to a visitor or stranger contains private data', async () => {
  const open = await addApp(server, ada, { isPublic: true });
  const shared = await addApp(server, ada, { shareKey: 'right-key' });
  const reading = routes.filter(({ method, endpoint }) => method === 'GET' && endpoint?.access === 'anyone');
  const eve = await signIn(server, 'eve');
  const ask = async (who: Visitor) => {
    const asked = reading.flatMap((route) => [
      pathOf(route, { id: open.id }),
      `${pathOf(route, { id: shared.id })}?key=right-key`,
    ]);
    const answers = await Promise.all(asked.map((path) => who.fetch(path)));
    return answers.filter(({ status }) => status === 200).map((answer) => answer.json());
  };
  const toVisitor = await ask(visitor(server));
  // The session, the list, and both apps.
  expect(toVisitor.length).toBeGreaterThanOrEqual(4);
  const names = toVisitor.flatMap(namesWithValues).filter((name) => !harmless.includes(name));
  expect(names).toContain('uploadedByUsername');
  expect(names.filter(isPrivate)).toEqual([]);
  expect(JSON.stringify([toVisitor, await ask(eve)])).not.toContain(ada.email);
});

/** The names of all non-empty fields, with repetitions. */
function namesWithValues(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesWithValues);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    inner === null ? [] : [name, ...namesWithValues(inner)],
  );
}
