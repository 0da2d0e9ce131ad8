import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from '../http/raw.ts';
import { addApp } from '../people/apps.ts';
import { type Person, signIn } from '../people/people.ts';
import { startServer, type TestServer } from '../servers/server.ts';

let server: TestServer;
let ada: Person;
let folder: string;
let host: string;
let own: string;
const logged: string[] = [];
/** A file beside the served folder that must not be readable. */
const canary = 'canary-of-the-file-system';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flux-raw-'));
  await mkdir(join(folder, 'web/assets'), { recursive: true });
  await writeFile(join(folder, 'web/index.html'), '<title>Flux</title>');
  await writeFile(join(folder, 'web/assets/main.js'), '0');
  for (const path of ['canary.txt', 'web/canary', 'web/assets/canary.secret'])
    await writeFile(join(folder, path), canary);
  server = await startServer({ webFolder: join(folder, 'web'), log: (line) => logged.push(line) });
  ada = await signIn(server, 'ada');
  own = server.context.config.publicUrl;
  host = new URL(own).host;
});
afterAll(async () => {
  // Whatever came, it was never taken for a failure of ours.
  expect(logged).toEqual([]);
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (target: string, name = host) =>
  sendRaw(server, `GET ${target} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);

const json = (method: string, path: string, body: string, more = '') =>
  sendRaw(
    server,
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\n` +
      `Cookie: ${ada.cookie}\r\nContent-Type: application/json\r\n${more}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${Buffer.from(body).toString('latin1')}`,
  );

describe('a path out of the folder', () => {
  const ups = [
    '..',
    '%2e%2e',
    '.%2e',
    '%2E.',
    '%252e%252e',
    '..%00',
    '..;',
    '%c0%ae%c0%ae',
    '\u00b7\u00b7',
    '....',
  ];
  const separators = ['/', '%2f', '%5c', '\\', '%252f', '//', '/./', ';/', '%c0%af', '%ef%bc%8f'];
  const targets = ups.flatMap((up) =>
    separators.flatMap((slash) => [`${up}${slash}canary.txt`, `${up}${slash}${up}${slash}canary.txt`]),
  );
  const more = [
    'canary',
    'canary%00.js',
    'main.js%00canary',
    'canary.secret',
    'main.js/../canary.secret',
    'C:%5ccanary.txt',
    'file:///canary.txt',
  ];

  test.each(['/', '/assets/', '/api/', '/serve/'])('below %s', async (prefix) => {
    for (const target of [...targets, ...more]) {
      const answer = await get(prefix + target);
      expect([target, answer.status]).toEqual([target, answer.status === 400 ? 400 : 404]);
      expect([target, answer.text.includes(canary)]).toEqual([target, false]);
    }
    expect((await get('/assets/main.js')).status).toBe(200);
  });

  test('below a game’s own host', async () => {
    const app = await addApp(server, ada, { isPublic: true });
    for (const target of [...targets, ...more]) {
      const answer = await get(`/${target}`, `${app.id}.${host}`);
      expect([target, answer.status]).toEqual([target, answer.status === 400 ? 400 : 404]);
      expect([target, answer.text.includes(canary)]).toEqual([target, false]);
    }
  });
});

describe('the Host header', () => {
  const line = 'GET /api/session HTTP/1.1';
  const matrix: [number, string, (host: string) => string][] = [
    [200, 'our own name', (name) => `${line}\r\nHost: ${name}`],
    [200, 'in capitals', (name) => `${line}\r\nHost: ${name.toUpperCase()}`],
    [200, 'with the dot of the root', (name) => `${line}\r\nHost: ${name.replace(':', '.:')}`],
    [307, 'this machine', (name) => `${line}\r\nHost: localhost:${name.split(':')[1]}`],
    [307, 'this machine by number', (name) => `${line}\r\nHost: 127.0.0.1:${name.split(':')[1]}`],
    [400, 'nobody', () => line],
    [421, 'an empty name', () => `${line}\r\nHost:`],
    [421, 'nobody, in HTTP/1.0', () => 'GET /api/session HTTP/1.0'],
    [421, 'us and somebody else', (name) => `${line}\r\nHost: ${name}\r\nHost: evil.test`],
    [421, 'somebody else and us', (name) => `${line}\r\nHost: evil.test\r\nHost: ${name}`],
    [421, 'us twice', (name) => `${line}\r\nHost: ${name}\r\nHost: ${name}`],
    [421, 'both in one line', (name) => `${line}\r\nHost: ${name}, evil.test`],
    [421, 'somebody else', () => `${line}\r\nHost: evil.test`],
    [421, 'our name without its port', () => `${line}\r\nHost: flux.localhost`],
    [421, 'our name at another port', () => `${line}\r\nHost: flux.localhost:1`],
    [421, 'a name that ends in ours', (name) => `${line}\r\nHost: evil${name}`],
    [421, 'a name that begins with ours', () => `${line}\r\nHost: flux.localhost.evil.test`],
    [421, 'our name as a user', (name) => `${line}\r\nHost: ${name}@evil.test`],
    [421, 'our name as a path', (name) => `${line}\r\nHost: evil.test/${name}`],
    [421, 'a name with a query', (name) => `${line}\r\nHost: ${name}?evil.test`],
    [421, 'a name with a blank', (name) => `${line}\r\nHost: ${name} evil.test`],
    [421, 'an encoded name', (name) => `${line}\r\nHost: %66${name.slice(1)}`],
    [421, 'a port that is none', () => `${line}\r\nHost: flux.localhost:99999999`],
    [421, 'an address of the network', () => `${line}\r\nHost: 169.254.169.254`],
    [
      400,
      'a whole address of somebody else',
      (name) => `GET http://evil.test/api/session HTTP/1.1\r\nHost: ${name}`,
    ],
    [400, 'a whole address of ours', (name) => `GET http://${name}/api/session HTTP/1.1\r\nHost: ${name}`],
    [400, 'two slashes', (name) => `GET //evil.test/api/session HTTP/1.1\r\nHost: ${name}`],
    [400, 'a name in place of a path', (name) => `GET evil.test HTTP/1.1\r\nHost: ${name}`],
    [
      421,
      'this machine, for somebody else',
      () => `${line}\r\nHost: localhost\r\nX-Forwarded-Host: evil.test`,
    ],
    [421, 'somebody else, for us', (name) => `${line}\r\nHost: evil.test\r\nX-Forwarded-Host: ${name}`],
    [
      200,
      'us, for somebody else',
      (name) =>
        `${line}\r\nHost: ${name}\r\nX-Forwarded-Host: evil.test\r\nX-Host: evil.test\r\nForwarded: host=evil.test`,
    ],
    [
      200,
      'us, at another address',
      (name) => `${line}\r\nHost: ${name}\r\nX-Original-URL: /api/evil.test\r\nX-Rewrite-URL: /evil.test`,
    ],
  ];
  test.each(matrix)('%i: %s', async (status, _who, head) => {
    const answer = await sendRaw(server, `${head(host)}\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('evil.test');
    if (status === 307) expect(answer.headers.location).toBe(`${own}/api/session?flux-redirected=1`);
  });

  test('two Host headers are refused on a content host, too', async () => {
    const content = `${(await addApp(server, ada, { isPublic: true })).id}.${host}`;
    const statusOf = async (...hosts: string[]) => {
      const lines = ['GET / HTTP/1.1', ...hosts.map((name) => `Host: ${name}`), 'Connection: close'];
      return (await sendRaw(server, `${lines.join('\r\n')}\r\n\r\n`)).status;
    };
    expect(await statusOf(content)).not.toBe(421);
    for (const hosts of [
      [content, content],
      [content, host],
      [content, 'evil.test'],
      [host, content],
    ])
      expect(await statusOf(...hosts)).toBe(421);
  });
});

describe('a body', () => {
  const path = '/api/applications/aaaaaaaaaaaaaaaaaaaaaaaaaa';
  const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

  test.each([
    ['deep lists', deep('[', ']', 400_000)],
    ['deep objects', `${'{"a":'.repeat(150_000)}0${'}'.repeat(150_000)}`],
    ['deep in a field', `{"name":${deep('[', ']', 400_000)}}`],
    ['deep and never closed', '['.repeat(900_000)],
    ['many fields', `{${Array.from({ length: 60_000 }, (_, index) => `"f${index}":0`).join(',')}}`],
    ['one field many times', `{${Array.from({ length: 90_000 }, () => '"name":0').join(',')}}`],
    ['a long number', `{"name":${'9'.repeat(1_000_000)}}`],
    ['a number out of range', '{"isPublic":1e999999}'],
    ['a name that stands for the prototype', '{"__proto__":{"role":"admin"}}'],
    ['the same in other letters', '{"\\u005f_proto__":{"role":"admin"}}'],
    ['the same further in', '{"name":{"__proto__":{"role":"admin"}}}'],
    ['the prototype by way of the constructor', '{"constructor":{"prototype":{"role":"admin"}}}'],
    ['half a character', Buffer.from('7b226e616d65223a22ff227d', 'hex').toString('latin1')],
    ['a byte order mark and nothing', '\u00ef\u00bb\u00bf'],
    ['nothing', ''],
    ['no JSON', 'name=Pong'],
  ])('of %s is refused immediately', async (_name, body) => {
    const before = performance.now();
    const answer = await json('PATCH', path, body);
    expect([400, 404]).toContain(answer.status);
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(Reflect.get({}, 'role')).toBeUndefined();
  });

  test('of an invalid form leaves nothing', async () => {
    const app = await addApp(server, ada);
    const target = `/api/applications/${app.id}/versions`;
    const part = (head: string, text = 'x') => `--B\r\n${head}\r\n\r\n${text}\r\n`;
    const field = (name: string) => part(`Content-Disposition: form-data; name="${name}"`);
    const file = 'Content-Disposition: form-data; name="build"; filename="a.html"';
    const forms: [string, string][] = [
      ['multipart/form-data', field('changelog')],
      ['multipart/form-data; boundary=', field('changelog')],
      [`multipart/form-data; boundary=${'B'.repeat(5_000)}`, field('changelog')],
      ['multipart/form-data; boundary=B', ''],
      ['multipart/form-data; boundary=B', '--B--\r\n'],
      ['multipart/form-data; boundary=B', part(file)],
      ['multipart/form-data; boundary=B', `${part(file)}${part(file)}--B--\r\n`],
      ['multipart/form-data; boundary=B', `${part(file.replace('build', 'other'))}--B--\r\n`],
      ['multipart/form-data; boundary=B', `${part(`${file}\r\nX-Long: ${'y'.repeat(100_000)}`)}--B--\r\n`],
      ['multipart/form-data; boundary=B', `${part('Content-Disposition: attachment')}--B--\r\n`],
      ['multipart/form-data; boundary=B', `${part(`${file.slice(0, -7)}"../../canary.html"`)}--B--\r\n`],
      ['multipart/form-data; boundary=B', `${field('x'.repeat(10_000))}--B--\r\n`],
      [
        'multipart/form-data; boundary=B',
        `${Array.from({ length: 1_000 }, (_, index) => field(`f${index}`)).join('')}--B--\r\n`,
      ],
      [
        'multipart/form-data; boundary=B',
        `${part('Content-Disposition: form-data; name="changelog"', 'x'.repeat(900_000))}--B--\r\n`,
      ],
      ['multipart/mixed; boundary=B', `${field('changelog')}--B--\r\n`],
    ];
    for (const [type, body] of forms) {
      const answer = await sendRaw(
        server,
        `POST ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\n` +
          `Cookie: ${ada.cookie}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect([type, body.slice(0, 80), answer.status >= 400 && answer.status < 500]).toEqual([
        type,
        body.slice(0, 80),
        true,
      ]);
    }
    const { uploads, staging } = server.context.folders;
    expect(await Promise.all([readdir(uploads), readdir(staging)])).toEqual([[], []]);
    const rows = await server.context.db
      .selectFrom('versions')
      .select('id')
      .where('app_id', '=', app.id)
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe('a head', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `X-${index}: ${index}\r\n`).join('');
  test.each([
    ['of ten thousand parameters', () => `GET /api/applications?${'a=1&'.repeat(10_000)} HTTP/1.1`],
    [
      'of as many different ones',
      () =>
        `GET /api/applications?${Array.from({ length: 10_000 }, (_, index) => `a${index}=1`).join('&')} HTTP/1.1`,
    ],
    ['with a target of 300,000 characters', () => `GET /${'a'.repeat(300_000)} HTTP/1.1`],
    ['with a thousand folders', () => `GET ${'/a'.repeat(1_000)} HTTP/1.1`],
    ['with 1,900 lines', () => `GET /api/nothing HTTP/1.1\r\n${lines(1_900).trimEnd()}`],
    [
      'with a line of 500,000 characters',
      () => `GET /api/nothing HTTP/1.1\r\nX-Long: ${'x'.repeat(500_000)}`,
    ],
    [
      'with a cookie without end',
      () => `GET /api/session HTTP/1.1\r\nCookie: ${'flux-session=; '.repeat(20_000)}`,
    ],
    ['with a method that is none', () => 'BREW /api/session HTTP/1.1'],
    ['with a method of another protocol', () => 'PRI * HTTP/2.0'],
    ['that asks for a tunnel', () => 'CONNECT evil.test:443 HTTP/1.1'],
    [
      'that asks for another protocol',
      () => 'GET /api/session HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Key: a',
    ],
    [
      'that announces more than may come',
      () =>
        'POST /api/session/end HTTP/1.1\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 99999999999',
    ],
    [
      'with the wrong expectations',
      () =>
        'POST /api/session/end HTTP/1.1\r\nSec-Fetch-Site: same-origin\r\nExpect: 200-maybe\r\nContent-Length: 0',
    ],
  ])('%s is answered without a server error', async (_name, head) => {
    const before = performance.now();
    const bytes = `${head()}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    // A tunnel is not even answered.
    const status = await sendRaw(server, bytes).then(
      (answer) => answer.status,
      () => 0,
    );
    expect(status).toBeLessThan(500);
    expect(performance.now() - before).toBeLessThan(10_000);
    expect((await get('/healthz')).status).toBe(200);
  });
});

describe('an ambiguous request (request smuggling)', () => {
  const hidden = 'GET /api/session HTTP/1.1\r\nHost: hidden\r\n\r\n';
  const post = (...lines: string[]) =>
    `POST /api/session/end HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n${lines.join('\r\n')}\r\n\r\n`;
  const chunks = '0\r\n\r\n';
  test.each([
    ['a length and chunks', post('Content-Length: 5', 'Transfer-Encoding: chunked') + chunks],
    ['chunks and a length', post('Transfer-Encoding: chunked', 'Content-Length: 5') + chunks],
    ['two lengths', `${post('Content-Length: 0', 'Content-Length: 44')}`],
    ['two lengths in one line', post('Content-Length: 0, 44')],
    ['a length with a sign', post('Content-Length: +0')],
    ['a length below zero', post('Content-Length: -1')],
    ['a length in sixteens', post('Content-Length: 0x0')],
    ['a length with a blank inside', post('Content-Length: 0 0')],
    ['a length that is none', post('Content-Length: zero')],
    ['a length beyond all numbers', post('Content-Length: 184467440737095516160')],
    ['chunks that are not the last coding', post('Transfer-Encoding: chunked, identity') + chunks],
    ['a coding nobody knows', post('Transfer-Encoding: xchunked') + chunks],
    ['two codings', post('Transfer-Encoding: chunked', 'Transfer-Encoding: identity') + chunks],
    ['a blank before the colon', post('Transfer-Encoding : chunked') + chunks],
    ['a blank before the name', post('X: y', ' Transfer-Encoding: chunked') + chunks],
    ['a line folded', post('X: y', '\tContent-Length: 44')],
    ['a tab in a name', post('Content\tLength: 44')],
    ['a NUL in a value', post('X: a\0b', 'Content-Length: 0')],
    ['a bare carriage return', post('X: a\rContent-Length: 44')],
    ['bare line feeds', `POST /api/session/end HTTP/1.1\nHost: HOST\nContent-Length: 0\n\n`],
    ['a chunk whose size is none', `${post('Transfer-Encoding: chunked')}g\r\n\r\n${chunks}`],
    ['a chunk size beyond all numbers', `${post('Transfer-Encoding: chunked')}ffffffffffffffff1\r\n\r\n`],
    ['a chunk size with a sign', `${post('Transfer-Encoding: chunked')}+0\r\n\r\n`],
    ['a chunk with too much in it', `${post('Transfer-Encoding: chunked')}1\r\nabc\r\n${chunks}`],
    ['a version nobody knows', `GET /api/session HTTP/1.2\r\nHost: HOST\r\n\r\n`],
    ['no version', `GET /api/session\r\n`],
    ['a line of nothing known', `\0\x01\x02\r\n\r\n`],
  ])('is refused, and the connection closed: %s', async (_name, bytes) => {
    const answer = await sendRaw(server, bytes.replace('HOST', host) + hidden);
    expect([answer.status, answer.headers.connection]).toEqual([400, 'close']);
    expect(answer.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});
