import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { Player } from '../../testing/http/player.ts';
import { type Person, signIn } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { makeApp, visit } from '../test-build.ts';

let server: TestServer;
let appId: string;
let hidden: Awaited<ReturnType<typeof makeApp>>;
let ada: Person;
beforeAll(async () => {
  server = await startServer();
  ada = await signIn(server, 'ada');
  const build = { 'index.html': { content: 'page', type: 'text/html' } };
  ({ appId } = await makeApp(server, ada.id, build));
  hidden = await makeApp(server, ada.id, build, { isPublic: false });
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string>) => visit(server, appId, path, headers);

// What a game fetches is for its script, whatever that accepts, and a file that a script fails to read is read by people.
test.each<Record<string, string>>([
  { accept: '*/*' },
  { 'sec-fetch-dest': 'document', accept: '*/*' },
  { 'sec-fetch-dest': 'empty', accept: 'text/html' },
  { 'sec-fetch-dest': 'script' },
])(
  'what the manifest does not name is a real 404 in plain text for what opens no page: %j',
  async (asked) => {
    const answer = await get('/Build/missing.js', asked);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.text()).toBe('Nothing was found at this address.\n');
  },
);

test.each<Record<string, string>>([
  { accept: 'text/html' },
  { 'sec-fetch-dest': 'document', accept: 'text/html,*/*;q=0.8' },
])(
  'whoever opens it as a page reads so on one that runs nothing and leads to the game and to Flux: %j',
  async (asked) => {
    const { publicUrl } = server.context.config;
    const answer = await get('/Build/missing.js', asked);
    const { 'content-security-policy': policy, ...headers } = answer.headers;
    expect([answer.status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
    expect(answer.text()).toContain('<p class="lead">Nothing was found at this address.</p>');
    expect(linksIn(answer.text())).toEqual([
      ['/', 'Go to the start of the game'],
      [`${publicUrl}/`, 'Go to Flux'],
    ]);
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; sandbox allow-same-origin; frame-ancestors \S+ 'self'$/,
    );
    const styles = /<style>([\s\S]*)<\/style>/.exec(answer.text())?.[1] ?? '';
    expect(policy).toContain(`'sha256-${createHash('sha256').update(styles).digest('base64')}'`);
    expect((await get('/Build/missing.js', asked)).text()).toBe(answer.text());
  },
);

test('a game that is not for a visitor says what one says that is not there, and leads to Flux alone', async () => {
  const asked = { 'sec-fetch-dest': 'document', accept: 'text/html' };
  const [noApp, ...others] = [
    await visit(server, newId(), '/level', asked),
    await visit(server, hidden.appId, '/', asked),
    await visit(server, hidden.appId, '/level', asked),
  ];
  expect(linksIn(noApp?.text() ?? '')).toEqual([[`${server.context.config.publicUrl}/`, 'Go to Flux']]);
  expect(noApp?.headers['content-security-policy']).toContain('; sandbox; ');
  for (const other of others) {
    expect([other.status, other.text()]).toEqual([404, noApp?.text()]);
    expect(other.headers['content-security-policy']).toBe(noApp?.headers['content-security-policy']);
  }
});

test('whoever may play a private game is led to its start, in a frame to nothing else', async () => {
  const player = new Player(server);
  const page = await player.open(`/serve/${hidden.appId}?key=${hidden.shareKey}`);
  expect(page.text).toBe('page');
  const missing = await player.open(new URL('/level', page.url).href);
  expect([missing.status, linksIn(missing.text)]).toEqual([404, [['/', 'Go to the start of the game']]]);
});

/** Address and text of each. */
function linksIn(html: string): (string | undefined)[][] {
  return [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, address, text]) => [
    address,
    text,
  ]);
}
