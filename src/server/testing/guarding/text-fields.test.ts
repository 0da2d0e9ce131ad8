import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { naughtyStrings } from '#fixtures/naughty-strings.ts';
import { getMe, maxUsernameLength, updateMe } from '#shared/accounts/accounts.ts';
import { getApplication, updateApplication } from '#shared/apps/apps.ts';
import type { AnyEndpoint } from '#shared/contract/contract.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { getOrganization, updateOrganization } from '#shared/orgs/orgs.ts';
import { createVersion } from '#shared/versions/versions.ts';
import { request } from '../http/request.ts';
import { countOf, testSeed } from '../measures/trials.ts';
import { addApp } from '../people/apps.ts';
import { addOrganization } from '../people/organizations.ts';
import { type Person, signIn, type Visitor, visitor } from '../people/people.ts';
import { publishApp } from '../people/publish.ts';
import { sendUpload } from '../people/uploads.ts';
import type { TestServer } from '../servers/server.ts';
import { ownedBy, type Params } from './objects.ts';
import { nameOf, type Route, startServerWithRoutes } from './routes.ts';
import { type Part, partsOf } from './schemas.ts';

let server: TestServer;
let routes: Route[];
let ada: Person;
let anyone: Visitor;
const logged: string[] = [];

const strings = [
  ...naughtyStrings,
  ...['\u0000', 'a\r\nX-Evil: 1', '\u2028', '\u001b[31mred', '\ud83d', "'; drop table users; --", '%00', '%'],
  ...['=1+1', '-0', '1e999', 'true', '[]', '{}', ' ', '\u3000', 'x'.repeat(200_000)],
];

/** One of each kind, for tests without script execution. */
const kinds = strings.filter(
  (text, index) => !text.includes('(1)') && (!text.includes('Canary') || index % 16 === 1),
);

beforeAll(async () => {
  ({ server, routes } = await startServerWithRoutes({ log: (line) => logged.push(line) }));
  ada = await signIn(server, 'ada', { role: 'admin' });
  anyone = visitor(server);
});
afterAll(async () => {
  // No string was taken for a failure of ours.
  expect(logged).toEqual([]);
  await server.close();
});

const isText = ({ def, path }: Part) => ['string', 'unknown', 'enum'].includes(def.type) && path.length > 0;

/** In an address half a character can only stand as bytes that are none. */
const encoded = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80');

describe(`no text in any field of any call is a failure of ours (seed ${testSeed})`, () => {
  /** Asks with one field after another set to the text, in bundles, since each answer is looked at alone. */
  async function askAll(
    asked: { what: string; path: string; method: string; body?: string }[],
  ): Promise<void> {
    for (let start = 0; start < asked.length; start += 8)
      await Promise.all(
        asked.slice(start, start + 8).map(async ({ what, path, method, body }) => {
          const content = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body };
          const answer = await ada.fetch(path, { method, ...content });
          expect([what, answer.status < 500]).toEqual([what, true]);
          if (path.startsWith('/api/') && answer.status >= 400) answer.json();
        }),
      );
  }
  const short = kinds.filter((text) => text.length < 10_000);
  /** What databases and headers take least. */
  const worst = new Set(['\u0000', '\ud83d', 'x'.repeat(200_000)]);
  let fields = 0;
  const part = countOf('textFields');
  /** The worst and a part of the others, another part for each field and each seed. */
  const some = (texts: readonly string[]) => {
    fields += 1;
    return texts.filter((text, index) => worst.has(text) || (index + testSeed) % part === fields % part);
  };
  const bound = () =>
    routes.flatMap((route) =>
      route.endpoint && route.method !== 'HEAD' ? [{ route, endpoint: route.endpoint }] : [],
    );

  test('in bodies', async () => {
    const asked = [];
    for (const { route, endpoint } of bound().filter(({ route }) => route.method !== 'GET')) {
      const path = filled(route, (await ownedBy(server, ada, route)) ?? {});
      for (const { path: field } of partsOf(endpoint.body).filter(isText))
        for (const text of some(kinds)) {
          const body = field.reduceRight<unknown>((inner, name) => ({ [name]: inner }), text);
          const what = `${nameOf(route)} ${field.join('.')} ${JSON.stringify(text.slice(0, 80))}`;
          asked.push({ what, path, method: route.method, body: JSON.stringify(body) });
        }
    }
    expect(asked.length).toBeGreaterThan(500);
    await askAll(asked);
  });

  test('in addresses', async () => {
    const asked = [];
    for (const { route, endpoint } of bound().filter(({ route }) => route.method === 'GET')) {
      const params = namesOf(endpoint.params);
      const addresses = [
        ...(params.length > 0
          ? [(text: string) => filled(route, Object.fromEntries(params.map((name) => [name, encoded(text)])))]
          : []),
        ...namesOf(endpoint.query).map(
          (name) => (text: string) => `${filled(route, {})}?${encoded(name)}=${encoded(text)}`,
        ),
      ];
      for (const address of addresses)
        for (const text of some(short)) {
          const what = `${nameOf(route)} ${JSON.stringify(text)}`;
          asked.push({ what, path: address(text), method: 'GET' });
        }
    }
    for (const text of short)
      asked.push({ what: `a name ${text}`, path: `/api/session?${encoded(text)}=a`, method: 'GET' });
    for (const text of short)
      for (const prefix of ['/serve/', '/auth/', '/local-sign-in/', '/play/'])
        asked.push({ what: `${prefix} ${text}`, path: `${prefix}${encoded(text)}`, method: 'GET' });
    expect(asked.length).toBeGreaterThan(500);
    await askAll(asked);
  });

  const namesOf = (schema: AnyEndpoint['query']) =>
    partsOf(schema)
      .filter((part) => part.path.length === 1)
      .map(({ path }) => path[0] ?? '');
  const filled = ({ url }: Route, params: Params) =>
    url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'a'.repeat(26));

  test('in headers', async () => {
    const printable = short.filter((text) => /^[\x20-\x7e\x80-\xff]+$/.test(text));
    expect(printable.length).toBeGreaterThan(20);
    for (const text of printable)
      for (const name of ['user-agent', 'referer', 'accept', 'accept-language', 'cookie', 'if-none-match']) {
        const answer = await request(server, '/api/session', { headers: { [name]: text } });
        expect([name, text, answer.status]).toEqual([name, text, 200]);
      }
  });
});

describe('a user’s text is returned unchanged, or refused with a message', () => {
  /** A name loses what would turn the text around it. */
  const asName = (text: string) => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is meant
  const control = /[\u0000-\u001f\u007f]/;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is meant
  const blockControl = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
  /** Whether the field accepts the text, independent of the error's form. */
  const takes = (text: string, maxLength: number, forbidden: RegExp) =>
    !forbidden.test(text) &&
    text.isWellFormed() &&
    text.length <= maxLength &&
    text !== '' &&
    // A name needs a visible character.
    (forbidden !== control || /[^\u200b\ufeff\u00ad]/.test(text));

  /** @param change sets the field, and returns its new value */
  async function expectRoundTrip(
    { maxLength, forbidden, fewest }: { maxLength: number; forbidden: RegExp; fewest: number },
    change: (text: string) => Promise<string>,
  ): Promise<void> {
    let taken = 0;
    for (const text of strings) {
      // A form sends each line break as two characters; one is kept.
      const trimmed = text.trim().replaceAll('\r\n', '\n');
      const kept = await change(text).catch((error: unknown) => error);
      if (takes(trimmed, maxLength, forbidden)) {
        expect(kept).toBe(forbidden === control ? asName(trimmed) : trimmed);
        taken += 1;
      } else {
        expect([text, kept]).toEqual([text, expect.any(FluxError)]);
        expect(kept).toMatchObject({ code: 'invalid_input' });
      }
    }
    expect(taken).toBeGreaterThan(fewest);
  }

  test('the name of an app, in JSON and in a form', async () => {
    const app = await addApp(server, ada, { isPublic: true });
    const params = { id: app.id };
    const facts = { maxLength: 120, forbidden: control, fewest: 90 };
    await expectRoundTrip(facts, async (name) => {
      const { name: answered } = await ada.call(updateApplication, { params, body: { name } });
      expect((await anyone.call(getApplication, { params })).name).toBe(answered);
      return answered;
    });
    for (const name of kinds.filter((text) => takes(text.trim(), 120, control))) {
      await ada.call(updateApplication, { params, body: { name }, files: {} });
      expect((await anyone.call(getApplication, { params })).name).toBe(asName(name.trim()));
    }
  });

  test('the description of an app', async () => {
    const params = { id: (await addApp(server, ada)).id };
    // An empty description is one.
    const change = async (description: string) => {
      await ada.call(updateApplication, { params, body: { description } });
      return (await ada.call(getApplication, { params })).description;
    };
    expect(await change(' ')).toBe('');
    const facts = { maxLength: 5_000, forbidden: blockControl, fewest: 95 };
    await expectRoundTrip(facts, async (text) => {
      if (text.trim() === '') throw new FluxError('invalid_input');
      return change(text);
    });
  });

  test('the name of a person', async () => {
    const bob = await signIn(server, 'bob');
    const facts = { maxLength: maxUsernameLength, forbidden: control, fewest: 60 };
    await expectRoundTrip(facts, async (username) => {
      await bob.call(updateMe, { body: { username } });
      return (await bob.call(getMe)).username;
    });
  });

  test('name and description of an organization', async () => {
    const params = { id: (await addOrganization(server, ada)).id };
    const change = async (body: { name?: string; description?: string }) => {
      await ada.call(updateOrganization, { params, body });
      return ada.call(getOrganization, { params });
    };
    await expectRoundTrip(
      { maxLength: 120, forbidden: control, fewest: 60 },
      async (name) => (await change({ name })).name,
    );
    await expectRoundTrip({ maxLength: 2_000, forbidden: blockControl, fewest: 90 }, async (description) => {
      if (description.trim() === '') throw new FluxError('invalid_input');
      return (await change({ description })).description;
    });
  });

  test('number, changelog and file name of a version, used for downloads', async () => {
    const page = Buffer.from('<!doctype html><title>Pong</title>');
    const first = await sendUpload(ada, 'pong.html', page);
    const app = await publishApp(ada, {
      body: { name: 'Pong', uploadId: first, isPublic: true },
    });
    const params = { id: app.id };
    const changelog = strings
      .filter((text) => text.length < 150 && takes(text.trim(), 150, blockControl))
      .join('\n')
      .replaceAll('\r', '')
      .slice(0, 4_900)
      .trim();
    for (const [number, fileName] of [
      ['<script>alert(1)</script>', 'a"; filename="evil.exe.html'],
      ["'; drop table apps; --", 'a%0d%0aX-Evil: 1;\u2028.html'],
      ['\u202Etxt.exe', '\u202Elmth.exe \\" игра 👩‍👩‍👧‍👦.html'],
    ] as const) {
      const uploadId = await sendUpload(ada, fileName, page);
      const { version } = await ada.call(createVersion, {
        params,
        body: { version: number, changelog, uploadId },
      });
      expect(version).toMatchObject({ version: asName(number), changelog });
      const door = await ada.fetch(version.fileUrl ?? '');
      const { host, pathname, search } = new URL(door.headers.location ?? '');
      const download = await request(server, pathname + search, { headers: { host } });
      expect(download.status).toBe(200);
      expect(download.headers).not.toHaveProperty('x-evil');
      const disposition = String(download.headers['content-disposition']);
      expect(disposition).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w.~!$&+^`|#%-]+$/);
      const named = decodeURIComponent(disposition.replace(/^.*UTF-8''/, ''));
      expect(named).toBe(version.fileName);
      expect(named).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
    }
  });
});
