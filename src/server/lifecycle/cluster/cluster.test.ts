import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeZip } from '#fixtures/zip.ts';
import { getSession, signOut } from '#shared/accounts/accounts.ts';
import { getApplication, switchOffShareKey } from '#shared/apps/apps.ts';
import { getPaymentSettings } from '#shared/billing/payments.ts';
import { unavailableMessage } from '#shared/contract/error-messages.ts';
import { uploadsPath } from '#shared/versions/uploads.ts';
import { activateVersion, createVersion, listVersions } from '#shared/versions/versions.ts';
import { defaultStreamLimits } from '../../features/apps/events/streams.ts';
import { findPostmaster } from '../../platform/db/postmaster.ts';
import { defaultRateLimits } from '../../platform/http/guards/rate-limits.ts';
import { type Following, follow } from '../../testing/http/event-stream.ts';
import { keptConnection } from '../../testing/http/kept-connection.ts';
import { Player } from '../../testing/http/player.ts';
import { type Answer, request } from '../../testing/http/request.ts';
import { lives, workersOf } from '../../testing/measures/process-tree.ts';
import { type Person, visitor } from '../../testing/people/people.ts';
import { publishApp } from '../../testing/people/publish.ts';
import { sendUpload } from '../../testing/people/uploads.ts';
import { FluxProcess } from '../../testing/servers/flux-process.ts';
import type { TestServer } from '../../testing/servers/server.ts';
import { signInAtProcess } from '../../testing/servers/sign-in-at-process.ts';

/** Each request has a new connection, which the processes accept in turn, so that both are used. */
const turns = 4;
const byTurns = { FLUX_PROCESSES: '2', NODE_CLUSTER_SCHED_POLICY: 'rr' };

let flux: FluxProcess;
let server: TestServer;
let ada: Person;
let eve: Person;
const sockets: Socket[] = [];

beforeAll(async () => {
  flux = await FluxProcess.create({ env: byTurns });
  await flux.start();
  const met = await signInAtProcess(flux, ['ada', 'eve']);
  server = met.server;
  [ada, eve] = met.people as [Person, Person];
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => flux.dispose());

function page(text: string): Buffer {
  return makeZip([{ name: 'index.html', data: `<!doctype html><title>${text}</title>` }]);
}

async function ask(path: string, cookie?: string): Promise<number> {
  return (await request(server, path, { headers: { cookie } })).status;
}

/** Round robin may hand a connection to a process that has just been killed: no response. */
function askBriefly(path: string): Promise<number | 'no response'> {
  return Promise.race([ask(path), sleep(5_000, 'no response' as const)]);
}

/** Ends with the test. */
async function openConnection(): Promise<Socket> {
  const socket = await keptConnection(flux.port);
  sockets.push(socket);
  return socket;
}

test('all processes are ready', async () => {
  expect(await workersOf(flux.pid)).toHaveLength(2);
  for (let turn = 0; turn < turns; turn += 1) expect(await ask('/readyz')).toBe(200);
});

test('a code of the local sign-in works in another process, once', async () => {
  const start = await request(server, '/auth/google/start?return=%2F');
  const cookie = (start.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  const page = new URL(String(start.headers.location));
  const form = new URLSearchParams(page.searchParams);
  for (const [name, value] of Object.entries({
    email: 'gus@example.test',
    display_name: 'Gus',
    action: 'continue',
  }))
    form.set(name, value);
  const granted = await request(server, page.pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  const callback = new URL(String(granted.headers.location));
  const signedIn = await request(server, callback.pathname + callback.search, { headers: { cookie } });
  const session = (signedIn.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  const answer = await request(server, getSession.path, { headers: { cookie: session } });
  expect(answer.json()).toMatchObject({ user: { email: 'gus@example.test' } });
});

test('each process has its own payment sandbox', async () => {
  for (let turn = 0; turn < turns; turn += 1) {
    expect(await visitor(server).call(getPaymentSettings)).toMatchObject({ service: 'sandbox' });
    expect((await ada.fetch('/api/products')).status).toBe(200);
  }
});

test('a version published by one process is played by all, and another one once it is active', async () => {
  const uploadId = await sendUpload(ada, 'one.zip', page('One'));
  const { id } = await publishApp(ada, { body: { isPublic: true, uploadId } });
  const [first] = (await ada.call(listVersions, { params: { id } })).versions;
  const title = async () => (await new Player(server).open(`/serve/${id}`)).text;
  for (let turn = 0; turn < turns; turn += 1) expect(await title()).toContain('One');
  const next = await sendUpload(ada, 'two.zip', page('Two'));
  await ada.call(createVersion, { params: { id }, body: { changelog: 'Two', uploadId: next } });
  await vi.waitFor(async () => {
    for (let turn = 0; turn < turns; turn += 1) expect(await title()).toContain('Two');
  }, 60_000);
  await ada.call(activateVersion, { body: { appId: id, versionId: first?.id ?? '' } });
  await vi.waitFor(async () => {
    for (let turn = 0; turn < turns; turn += 1) expect(await title()).toContain('One');
  }, 60_000);
});

test('a disabled share link opens the application in no process', async () => {
  const uploadId = await sendUpload(ada, 'private.zip', page('Private'));
  const { id, shareUrl } = await publishApp(ada, { body: { isPublic: false, uploadId } });
  const key = new URL(shareUrl ?? '').searchParams.get('key') ?? '';
  const open = async () => (await new Player(server).open(`/serve/${id}?key=${key}`)).status;
  for (let turn = 0; turn < turns; turn += 1) expect(await open()).toBe(200);
  await ada.call(switchOffShareKey, { params: { id } });
  await vi.waitFor(async () => {
    for (let turn = 0; turn < turns; turn += 1) expect(await open()).toBe(404);
  }, 60_000);
  await expect(visitor(server).call(getApplication, { params: { id } })).rejects.toMatchObject({
    code: 'app_not_found',
  });
});

test('signing out applies to all processes', async () => {
  const { people } = await signInAtProcess(flux, ['fay']);
  const fay = people[0] as Person;
  for (let turn = 0; turn < turns; turn += 1) expect(await ask('/api/users/me', fay.cookie)).toBe(200);
  await fay.call(signOut);
  for (let turn = 0; turn < turns; turn += 1) expect(await ask('/api/users/me', fay.cookie)).toBe(401);
});

test('a killed process is replaced, and acknowledged data is stored', async () => {
  const build = page('Killed');
  const sent = build.length - 50;
  const uploadId = await sendUpload(ada, 'killed.zip', build, sent);
  // In sequence: concurrent ones would go to the faster process.
  const kept: Socket[] = [];
  while (kept.length < 2 * turns) kept.push(await openConnection());
  const workers = await workersOf(flux.pid);
  const [killed = 0, other = 0] = workers;
  process.kill(killed, 'SIGKILL');
  const lost = () => kept.filter(({ closed }) => closed);
  await vi.waitFor(() => expect(lost().length).toBeGreaterThan(0), 60_000);
  await vi.waitFor(async () => expect(await askBriefly('/healthz')).toBe(200), 60_000);
  await vi.waitFor(async () => {
    const living = await workersOf(flux.pid);
    expect(living).toHaveLength(2);
    expect(living).toContain(other);
    // Both had some of the connections.
    expect(lost().length).toBeLessThan(kept.length);
    for (let turn = 0; turn < turns; turn += 1) expect(await askBriefly('/readyz')).toBe(200);
  }, 60_000);
  const head = await ada.fetch(`${uploadsPath}/${uploadId}`, {
    method: 'HEAD',
    headers: { 'tus-resumable': '1.0.0' },
  });
  expect(head.headers['upload-offset']).toBe(String(sent));
  const patched = await ada.fetch(`${uploadsPath}/${uploadId}`, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(sent),
      'content-type': 'application/offset+octet-stream',
    },
    body: build.subarray(sent),
  });
  expect(patched.status).toBe(204);
  const { id } = await publishApp(ada, { body: { isPublic: true, uploadId } });
  expect((await new Player(server).open(`/serve/${id}`)).text).toContain('Killed');
});

test('a killed process releases its semaphores, others keep theirs', async () => {
  // Without a replacement in progress, so that both processes have connections.
  const fresh = await FluxProcess.create({ env: byTurns });
  const streams: Following[] = [];
  try {
    await fresh.start();
    const { server, people } = await signInAtProcess(fresh, ['gil']);
    const gil = people[0] as Person;
    const open = async () => {
      const stream = await follow(server, gil.cookie);
      if (stream.status === 200) streams.push(stream);
      else stream.close();
      return stream.status;
    };
    while (streams.length < defaultStreamLimits.perPerson) expect(await open()).toBe(200);
    expect(await open()).toBe(429);
    let lost = 0;
    for (const { ended } of streams) {
      void ended.then(() => {
        lost += 1;
      });
    }
    const [killed = 0] = await workersOf(fresh.pid);
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(lost).toBeGreaterThan(0), 60_000);
    await vi.waitFor(async () => expect(await workersOf(fresh.pid)).toHaveLength(2), 60_000);
    // The two processes got connections in turn.
    expect(lost).toBeLessThan(defaultStreamLimits.perPerson);
    const room = lost;
    for (let again = 0; again < room; again += 1) expect(await open()).toBe(200);
    expect(await open()).toBe(429);
  } finally {
    for (const stream of streams) stream.close();
    await fresh.dispose();
  }
});

test('the rate limit of an account is shared by the processes', async () => {
  const statuses: number[] = [];
  const begunAt = performance.now();
  for (let sent = 0; sent < defaultRateLimits.apiPerAccount + 20; sent += 20)
    statuses.push(...(await Promise.all(Array.from({ length: 20 }, () => ask('/api/users/me', eve.cookie)))));
  const limit = defaultRateLimits.apiPerAccount;
  const answered = statuses.filter((status) => status === 200).length;
  // If this takes more than a minute, the next window's requests are allowed, too.
  const minutes = 1 + Math.floor((performance.now() - begunAt) / 60_000);
  expect(answered).toBeGreaterThanOrEqual(limit);
  expect(answered).toBeLessThanOrEqual(limit * minutes);
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - answered);
});

test('a killed database is restarted: playing continues, other requests get 503 until then', async () => {
  const uploadId = await sendUpload(ada, 'kept.zip', page('Kept'));
  const { id } = await publishApp(ada, { body: { isPublic: true, uploadId } });
  const { host, pathname, search } = new URL((await new Player(server).open(`/serve/${id}`)).url);
  const play = async () => {
    const headers = { host, accept: 'text/html', 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-site' };
    return (await request(server, pathname + search, { headers })).status;
  };
  for (let turn = 0; turn < turns; turn += 1) expect(await play()).toBe(200);
  const killed = await findPostmaster(flux.databaseDir);
  // Without this file the restart fails and is tried again, so there is time for a request in between.
  const needed = join(flux.databaseDir, 'PG_VERSION');
  await rename(needed, `${needed}.away`);
  process.kill(killed?.pid ?? 0, 'SIGKILL');

  const plays = new Set<number>();
  const calls = new Map<number, Answer>();
  const callUntil = (status: number) =>
    vi.waitFor(async () => {
      plays.add(await play());
      const call = await ada.fetch(`/api/applications/${id}`);
      calls.set(call.status, call);
      expect(call.status).toBe(status);
    }, 60_000);
  await callUntil(503);
  await rename(`${needed}.away`, needed);
  await callUntil(200);
  expect([...plays]).toEqual([200]);
  expect([...calls.keys()].sort()).toEqual([200, 503]);
  expect(calls.get(503)?.json()).toMatchObject({ code: 'unavailable', error: unavailableMessage });
  expect(calls.get(503)?.headers['retry-after']).toBe('5');

  expect((await findPostmaster(flux.databaseDir))?.pid).not.toBe(killed?.pid);
  for (let turn = 0; turn < turns; turn += 1)
    await vi.waitFor(async () => expect(await ask('/readyz')).toBe(200), 60_000);
  // Both processes receive announcements again, and an upload is processed and published.
  const next = await sendUpload(ada, 'next.zip', page('Next'));
  await ada.call(createVersion, { params: { id }, body: { changelog: 'Next', uploadId: next } });
  await vi.waitFor(async () => {
    for (let turn = 0; turn < turns; turn += 1)
      expect((await new Player(server).open(`/serve/${id}`)).text).toContain('Next');
  }, 60_000);
});

test('kill -9 of the primary process leaves no worker, and the next start gets port and database', async () => {
  const workers = await workersOf(flux.pid);
  const [hung = 0, other = 0] = workers;
  process.kill(hung, 'SIGSTOP');
  const first = flux.pid;
  flux.signal('SIGKILL');
  await vi.waitFor(async () => {
    for (const gone of [first, other]) expect(await lives(gone)).toBe(false);
  }, 60_000);
  // An unresponsive process does not prevent the start, and exits when it runs again.
  await flux.start();
  expect(await workersOf(flux.pid)).toHaveLength(2);
  expect(await lives(hung)).toBe(true);
  process.kill(hung, 'SIGCONT');
  await vi.waitFor(async () => expect(await lives(hung)).toBe(false), 60_000);
  expect(await ask('/api/users/me', ada.cookie)).toBe(200);
});

test('SIGTERM lets requests in flight finish in each process, and ends all of them in order', async () => {
  const body = Buffer.from('{}');
  const begin = (socket: Socket) =>
    socket.write(
      `POST /api/applications HTTP/1.1\r\nHost: flux.localhost:${flux.port}\r\nOrigin: ${flux.url}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
    );
  const inFlight = await Promise.all([openConnection(), openConnection()]);
  for (const socket of inFlight) begin(socket);
  const workers = await workersOf(flux.pid);
  await sleep(300);
  flux.signal('SIGTERM');
  // As a terminal does, which signals all processes.
  for (const worker of workers) process.kill(worker, 'SIGINT');
  // Whom Node handed on by turns just as the last process closed, it forgets: that one is never answered, nor refused.
  await vi.waitFor(async () => {
    const asked = fetch(`http://127.0.0.1:${flux.port}/healthz`, { signal: AbortSignal.timeout(500) });
    await expect(asked).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  }, 60_000);
  const answers = inFlight.map((socket) => once(socket, 'data'));
  for (const socket of inFlight) socket.write('}');
  for (const answer of answers) expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(await flux.ended()).toMatchObject({ code: 0, stderr: '' });
  for (const worker of workers) expect(await lives(worker)).toBe(false);
});

test('a port in use is one message, whichever process finds it', async () => {
  const other = await FluxProcess.create({ env: byTurns });
  const taken = await FluxProcess.create({ port: other.port, env: { FLUX_PROCESSES: '1' } });
  try {
    await taken.start();
    const ended = await other.run();
    expect(ended.code).toBe(1);
    expect(ended.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(
        new RegExp(`^Port ${other.port} on 127\\.0\\.0\\.1 is taken by another program\\.`),
      ),
    ]);
  } finally {
    await other.dispose();
    await taken.dispose();
  }
});
