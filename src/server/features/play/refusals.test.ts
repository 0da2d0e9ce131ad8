import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { signIn } from '../../testing/people.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { makeApp, visit } from './test-build.ts';

let server: TestServer;
let appId: string;
beforeAll(async () => {
  server = await startServer();
  const ada = await signIn(server, 'ada');
  ({ appId } = await makeApp(server, ada.id, { 'index.html': { content: 'page', type: 'text/html' } }));
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
    expect(answer.text()).toBe('There is nothing at this address.\n');
  },
);

test.each<Record<string, string>>([
  { accept: 'text/html' },
  { 'sec-fetch-dest': 'document', accept: 'text/html,*/*;q=0.8' },
])('whoever opens it as a page reads so on one that runs nothing and leads to Flux: %j', async (asked) => {
  const { publicUrl } = server.context.config;
  const answer = await get('/Build/missing.js', asked);
  const { 'content-security-policy': policy, ...headers } = answer.headers;
  expect([answer.status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
  expect(answer.text()).toContain('<p class="lead">There is nothing at this address.</p>');
  expect(answer.text()).toContain(`href="${publicUrl}/"`);
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; sandbox; frame-ancestors \S+ 'self'$/,
  );
  const styles = /<style>([\s\S]*)<\/style>/.exec(answer.text())?.[1] ?? '';
  expect(policy).toContain(`'sha256-${createHash('sha256').update(styles).digest('base64')}'`);
  const [again, noApp] = [await get('/Build/missing.js', asked), await visit(server, newId(), '/', asked)];
  expect([again.text(), noApp.text()]).toEqual([answer.text(), answer.text()]);
  expect(noApp.headers['content-security-policy']).toBe(policy);
});
