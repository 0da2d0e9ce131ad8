import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handleErrors } from '../platform/http/responses/errors.ts';
import { createLog } from '../platform/telemetry/log.ts';
import type { PreviewedApp } from './link-preview.ts';
import { registerWeb } from './routes.ts';

const script = `export const text = '${'flux '.repeat(200)}';`;
const page = `<meta name="description" content="Any game." />
<title>Flux</title>
<script type="module" nonce="__CSP_NONCE__">0</script><link nonce="__CSP_NONCE__">`;
const publicUrl = 'http://flux.localhost:3000';
const picture = {
  'og:image': `${publicUrl}/share.jpg`,
  'og:image:width': '1200',
  'og:image:height': '630',
  'twitter:card': 'summary_large_image',
};
const context = {
  config: { publicUrl, contentOrigin: 'http://{app}.flux.localhost:3000', payments: { service: null } },
} as Parameters<typeof registerWeb>[1];
let apps: PreviewedApp[] = [];
let listings = 0;
const changedAt = new Date('2026-03-04T05:06:07Z');
let folder: string;
let fastify: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'notes.txt'), 'Notes');
  await writeFile(join(folder, 'assets/main-abc.js'), script);
  await writeFile(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'assets/main-abc.js.gz'), gzipSync(script));
  fastify = await serve(folder);
});
afterAll(async () => {
  await fastify.close();
  await rm(folder, { recursive: true });
});

async function serve(from: string): Promise<FastifyInstance> {
  const server = Fastify();
  handleErrors(server, createLog('silent'));
  await registerWeb(server, context, {
    methodsOf: (path) => (path === '/api/change' ? ['PATCH', 'POST'] : []),
    listPublicApps: async () => {
      listings += 1;
      return [{ id: 'pong', updatedAt: changedAt }];
    },
    isVisitor: () => true,
    onChange: () => {},
    findPublicApp: async (id) => apps.find((app) => app.id === id) ?? null,
    folder: from,
  });
  return server;
}

function get(url: string, headers: Record<string, string> = {}) {
  return fastify.inject({ url, headers });
}

test.each([
  '/',
  '/?filter=my-apps',
  '/upload',
  '/play/abc',
  '/organizations',
  '/subscriptions',
  '/faq',
  '/api',
])('%s is a page', async (url) => {
  const response = await get(url);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
});

test('a navigation to an unknown address gets the page with a 404', async () => {
  expect((await get('/nowhere', { accept: 'text/html' })).statusCode).toBe(404);
  expect((await get('/nowhere', { accept: 'text/html' })).body).toContain('<script');
  expect((await get('/nowhere')).json()).toMatchObject({ success: false, code: 'not_found' });
});

test.each([
  ['/upload/', '/upload'],
  ['/Upload', '/upload'],
  ['/FAQ//?lang=en&q=/', '/faq?lang=en&q=/'],
  ['/ADMIN/Audit-Log/', '/admin/audit-log'],
  ['/api/', '/api'],
  ['/play/aBc/?key=sEcret', '/play/aBc?key=sEcret'],
  ['/Play/aBc', '/play/aBc'],
  ['/play/%2F%2Fevil.example/', '/play/%2F%2Fevil.example'],
])('%s redirects to %s, as the browser resolves it', async (url, plain) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const response = await fastify.inject({ method, url });
    expect([response.statusCode, response.headers.location]).toEqual([308, plain]);
  }
  expect((await get(plain)).statusCode).toBe(200);
});

test.each([
  '//evil.example/',
  '//evil.example',
  '//upload/',
  '///',
  '//play/abc/',
  '/play//evil.example/',
  '/nowhere/',
  '/Nowhere',
  '/play/',
  '/play/abc/more/',
  '/Assets/main-abc.js',
])('%s does not redirect to another host', async (url) => {
  const response = await get(url, { accept: 'text/html' });
  expect([response.statusCode, response.headers.location]).toEqual([404, undefined]);
});

test('each page has its own nonce, in the policy and on its scripts, and no ETag', async () => {
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const response = await get('/');
      const nonce = /nonce-([^']+)'/.exec(String(response.headers['content-security-policy']))?.[1];
      expect(response.body.match(/nonce="[^"]*"/g)).toEqual([`nonce="${nonce}"`, `nonce="${nonce}"`]);
      expect(response.headers.etag).toBeUndefined();
      return nonce;
    }),
  );
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(Buffer.from(nonces[0] ?? '', 'base64').length).toBeGreaterThanOrEqual(16);
});

test.each([
  ['/?view=grid', 'Play Unity web builds in any browser · Flux'],
  ['/faq', 'FAQ · Flux'],
  ['/eula?print', 'EULA · Flux'],
  ['/terms', 'Terms · Flux'],
  ['/subscriptions', 'Subscriptions · Flux'],
  ['/api', 'API · Flux'],
])('%s has a title, an address and a picture without scripts', async (url, title) => {
  const head = await previewOf(url);
  const address = publicUrl + (url.split('?')[0] ?? '');
  expect(head).toMatchObject({
    ...picture,
    title,
    description: expect.stringMatching(/^[A-Z].{40,155}\.$/),
    canonical: address,
    'og:url': address,
    'og:title': title,
    'og:description': head.description,
    'og:image:alt': expect.stringContaining('Flux'),
  });
  expect(head).not.toHaveProperty('robots');
});

test.each([
  ['/upload', 'Upload · Flux'],
  ['/update/abc', 'Flux'],
  ['/profile?subscription=success', 'Profile · Flux'],
  ['/test-billing/secret', 'Flux'],
  ['/nowhere', 'Page not found · Flux'],
])('%s is excluded from search engines', async (url, title) => {
  const head = await previewOf(url, { accept: 'text/html' });
  expect(head).toMatchObject({ title, robots: 'noindex' });
  expect(head).not.toHaveProperty('canonical');
  expect(head).not.toHaveProperty('og:url');
});

test('no address gets the nonce by containing its placeholder', async () => {
  const id = 'a'.repeat(26);
  const { body, headers } = await get(`/play/${id}?key=__CSP_NONCE__`);
  const nonce = /nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
  expect(body).toContain('?key=__CSP_NONCE__"');
  expect(body.replaceAll(`nonce="${nonce}"`, '')).not.toContain(nonce);
});

test('search engines get rules and the addresses of pages', async () => {
  const robots = await get('/robots.txt');
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(robots.body).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`);
  expect(robots.body).not.toMatch(/^Disallow: \/(api|assets|play)?\/?$/m);
  const sitemap = await get('/sitemap.xml');
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect([...sitemap.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)).toEqual([
    ...['/', '/subscriptions', '/faq', '/eula', '/terms', '/api'].map((path) => publicUrl + path),
    `${publicUrl}/play/pong`,
  ]);
  expect(sitemap.body).toContain('<lastmod>2026-03-04T05:06:07.000Z</lastmod>');
  expect((await get('/sitemap.xml')).body).toBe(sitemap.body);
  expect(listings).toBe(1);
});

test('a play page reveals its address to nobody', async () => {
  expect((await get('/play/abc?key=secret')).headers['referrer-policy']).toBe('no-referrer');
});

/** The head's tags as a service without scripts reads them. */
async function previewOf(url: string, headers: Record<string, string> = {}): Promise<Record<string, string>> {
  const { body } = await get(url, headers);
  const decode = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
  const tags = [
    ...body.matchAll(
      /<(?:meta|link) (?:name|property|rel)="(?!preload)([^"]*)"[^>]*? (?:content|href)="([^"]*)"/g,
    ),
  ];
  return {
    title: decode(/<title>(.*)<\/title>/.exec(body)?.[1] ?? ''),
    ...Object.fromEntries(tags.map(([, name, value]) => [name, decode(value ?? '')])),
  };
}

const pong: PreviewedApp = {
  id: 'pong',
  name: 'Pong',
  description: 'Two\n\nplayers',
  thumbnailId: 'a'.repeat(26),
  updatedAt: changedAt,
};

test('the page of a public application has a link preview', async () => {
  apps = [pong];
  expect(await previewOf('/play/pong?key=ignored')).toEqual({
    title: 'Pong · Flux',
    description: 'Two players',
    'og:site_name': 'Flux',
    'og:type': 'website',
    'og:url': `${publicUrl}/play/pong`,
    'og:title': 'Pong',
    'og:description': 'Two players',
    'og:image': `${publicUrl}/thumbnails/${'a'.repeat(26)}/800.webp`,
    'og:image:type': 'image/webp',
    'og:image:width': '800',
    'og:image:height': '600',
    'og:image:alt': 'Pong',
    'twitter:card': 'summary_large_image',
    'twitter:title': 'Pong',
    'twitter:description': 'Two players',
    'twitter:image': `${publicUrl}/thumbnails/${'a'.repeat(26)}/800.webp`,
    'twitter:image:alt': 'Pong',
    canonical: `${publicUrl}/play/pong`,
    alternate: `${publicUrl}/api/oembed?url=${encodeURIComponent(`${publicUrl}/play/pong`)}&format=json`,
  });
});

test('without a thumbnail and description there is a small preview with text', async () => {
  apps = [{ ...pong, description: ' ', thumbnailId: null }];
  const preview = await previewOf('/play/pong');
  expect(preview).toMatchObject({
    'twitter:card': 'summary',
    'og:description': 'Play Pong in your browser.',
  });
  expect(preview).not.toHaveProperty('og:image');
});

test('an application that is not public looks like a missing one', async () => {
  apps = [];
  const neutral = await previewOf('/update/abc');
  expect(neutral).toMatchObject({ ...picture, title: 'Flux', description: 'Any game.', robots: 'noindex' });
  expect(JSON.stringify(neutral)).not.toContain('abc');
  for (const url of ['/play/secret', '/play/secret?key=valid']) expect(await previewOf(url)).toEqual(neutral);
});

test.each([
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  "$& $1 $` $'",
  '__CSP_NONCE__',
  '&lt;b&gt; &amp;',
])('an app called %s is shown as text, and executes nothing', async (name) => {
  apps = [{ ...pong, name, description: name }];
  expect(await previewOf('/play/pong')).toMatchObject({
    title: `${name} · Flux`,
    description: name,
    'og:title': name,
    'twitter:description': name,
  });
  const { body } = await get('/play/pong');
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(body).not.toContain('<img');
  expect(body.match(/nonce="/g)).toHaveLength(2);
});

test('direction marks in a name affect only the name', async () => {
  apps = [{ ...pong, name: 'gnoP\u202e \u05e4\u05d5\u05e0\u05d2\u2066', description: '\u202d\u2069' }];
  expect(await previewOf('/play/pong')).toMatchObject({
    title: 'gnoP \u05e4\u05d5\u05e0\u05d2 · Flux',
    'og:title': 'gnoP \u05e4\u05d5\u05e0\u05d2',
    'og:image:alt': 'gnoP \u05e4\u05d5\u05e0\u05d2',
    'og:description': 'Play gnoP \u05e4\u05d5\u05e0\u05d2 in your browser.',
  });
});

test('a long description is cut between words, and no character is cut in two', async () => {
  apps = [{ ...pong, description: 'word '.repeat(200) }];
  const cut = (await previewOf('/play/pong'))['og:description'] ?? '';
  expect(cut).toMatch(/^(word )+word…$/);
  expect(cut.length).toBeLessThanOrEqual(301);
  apps = [{ ...pong, description: `x${'🎮'.repeat(300)}` }];
  expect((await previewOf('/play/pong'))['og:description']?.isWellFormed()).toBe(true);
});

test.each([
  ['br', 'gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip, deflate', 'gzip'],
  ['gzip where br is refused', 'gzip, br;q=0', 'gzip'],
  ['plain', 'identity', undefined],
  ['plain where nothing is asked for', undefined, undefined],
])('an asset is sent as %s', async (_name, accepted, encoding) => {
  const headers: Record<string, string> = accepted ? { 'accept-encoding': accepted } : {};
  const response = await get('/assets/main-abc.js', headers);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'content-length': String(response.rawPayload.length),
  });
  expect(response.headers['content-encoding']).toBe(encoding);
  expect(response.headers['last-modified']).toBeUndefined();
});

test('a cached asset gets a 304, by the ETag of its encoding', async () => {
  const first = await get('/assets/main-abc.js', { 'accept-encoding': 'br' });
  const etag = String(first.headers.etag);
  const again = await get('/assets/main-abc.js', { 'accept-encoding': 'br', 'if-none-match': `W/${etag}` });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
  const other = await get('/assets/main-abc.js', { 'if-none-match': etag });
  expect(other.statusCode).toBe(200);
});

test('a file without a hash in its name is revalidated each time', async () => {
  expect((await get('/notes.txt')).headers['cache-control']).toBe('no-cache');
});

test.each([
  '/assets/gone-123.js',
  '/assets/main-abc.js.br',
  '/assets/../index.html',
  '/api/nothing',
  '/index.html',
])('%s is missing, without a page in its place', async (url) => {
  const response = await get(url);
  expect(response.statusCode).toBe(404);
  expect(response.headers['content-type']).toContain('application/json');
});

test('HEAD responds like GET without the body', async () => {
  const response = await fastify.inject({ method: 'HEAD', url: '/assets/main-abc.js' });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-length']).toBe(String(script.length));
  expect(response.body).toBe('');
});

test('only GET and HEAD get a page', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const ask = (url: string) => fastify.inject({ method, url, headers: { accept: 'text/html' } });
    expect((await ask('/nowhere')).json()).toMatchObject({ code: 'not_found' });
    expect((await ask('/upload/')).headers.location).toBeUndefined();
    for (const url of ['/', '/notes.txt']) {
      const response = await ask(url);
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD']);
      expect(response.json()).toMatchObject({ code: 'method_not_allowed' });
    }
  }
});

test('if there is a route for other methods, the response lists them', async () => {
  for (const url of ['/api/change', '/api/change?a=b']) {
    const response = await get(url, { accept: 'text/html' });
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'PATCH, POST']);
  }
});

test('without a built web app the page explains how to build it', async () => {
  const bare = await serve(join(folder, 'missing'));
  const response = await bare.inject({ url: '/' });
  expect(response.statusCode).toBe(503);
  expect(response.json().error).toContain('npm start');
  await bare.close();
});
