import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { maxUploadBytesDefault } from '#shared/versions/build-file.ts';
import { ConfigError, isLocal, readConfig, variables } from './config.ts';
import { connectionsOf } from './processes-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'flux-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('nothing is required: an empty environment configures a local server', () => {
  expect(readConfig({}, { cores: 4, memory: 8 * 2 ** 30 })).toEqual({
    host: '127.0.0.1',
    port: 3000,
    dataDir: resolve('./data'),
    databaseUrl: null,
    databasePoolSize: 24,
    processes: 4,
    publicUrl: 'http://flux.localhost:3000',
    contentOrigin: 'http://{app}.flux.localhost:3000',
    adminEmails: ['admin@flux.localhost'],
    signIn: { google: null, github: null, microsoft: null, oidc: null },
    mail: null,
    payments: { service: { name: 'sandbox' }, trialDays: 7, discordInviteUrl: null },
    backgroundJobs: true,
    backgroundNiceness: 10,
    testClock: false,
    supportEmail: 'support@flux.localhost',
    maxUploadBytes: maxUploadBytesDefault,
    trustedProxies: [],
    storageHosts: [],
    googleKeyFolder: null,
    googleStorageEndpoint: null,
    cacheBytes: 5 * 2 ** 30,
    webFolder: null,
    logLevel: 'warn',
    secretKey: null,
  });
});

test('an empty variable counts as unset', () => {
  const empty = Object.fromEntries(variables.map(({ name }) => [name, ' ']));
  expect(readConfig(empty)).toEqual(readConfig({}));
});

const large = { cores: 16, memory: 64 * 2 ** 30 };
const external = { DATABASE_URL: 'postgres://flux@127.0.0.1/flux' };

test('one process per core, unless memory, connections or an external database allow fewer', () => {
  const processes = (env: Record<string, string>, machine = large) => readConfig(env, machine).processes;
  expect(processes({})).toBe(16);
  expect(processes({}, { ...large, cores: 200 })).toBe(64);
  expect(processes({}, { ...large, memory: 2 ** 30 })).toBe(2);
  expect(processes({}, { ...large, memory: 2 ** 28 })).toBe(1);
  expect(processes({ FLUX_DATABASE_POOL: '3' })).toBe(1);
  expect(processes({ FLUX_DATABASE_POOL: '11' })).toBe(1);
  expect(processes({ FLUX_DATABASE_POOL: '12' })).toBe(2);
  expect(processes(external)).toBe(7);
  expect(processes({ FLUX_PROCESSES: '3' }, { cores: 1, memory: 2 ** 28 })).toBe(3);
});

test('background work has niceness 10 by default, or the configured one', () => {
  const niceness = (value: string) => readConfig({ FLUX_BACKGROUND_NICENESS: value }).backgroundNiceness;
  expect(readConfig({}).backgroundNiceness).toBe(10);
  expect(niceness('0')).toBe(0);
  expect(niceness('19')).toBe(19);
  expect(problemsOf({ FLUX_BACKGROUND_NICENESS: '20' })).toEqual([
    expect.stringContaining('FLUX_BACKGROUND_NICENESS'),
  ]);
});

test('the pool is shared by all processes and must be large enough for each', () => {
  const pool = (env: Record<string, string>) => readConfig(env, large).databasePoolSize;
  expect(pool({ FLUX_PROCESSES: '1' })).toBe(10);
  expect(pool({ FLUX_PROCESSES: '8' })).toBe(48);
  expect(pool({ FLUX_PROCESSES: '64' })).toBe(384);
  expect(pool({ ...external })).toBe(40);
  expect(pool({ ...external, FLUX_PROCESSES: '2' })).toBe(12);
  expect(pool({ ...external, FLUX_PROCESSES: '10' })).toBe(52);
  expect(problemsOf({ FLUX_PROCESSES: '4', FLUX_DATABASE_POOL: '21' })).toEqual([
    'FLUX_DATABASE_POOL is 21, but FLUX_PROCESSES is 4, and so many processes need 22 connections or more.',
  ]);
});

test('processes share the pool equally; the one that runs jobs has more', () => {
  const processesConfig = { databasePoolSize: 23, processes: 4 };
  expect([connectionsOf(processesConfig, true), connectionsOf(processesConfig, false)]).toEqual([8, 5]);
  const two = { databasePoolSize: 12, processes: 2 };
  expect([connectionsOf(two, true), connectionsOf(two, false)]).toEqual([7, 5]);
});

test('the public address follows the port, and the content origin the public address', () => {
  expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://flux.localhost:8080');
  const config = readConfig({ FLUX_PUBLIC_URL: 'https://flux.example/' });
  expect(config.publicUrl).toBe('https://flux.example');
  expect(config.contentOrigin).toBe('https://{app}.flux.example');
});

test('the support address defaults to the host of the public address', () => {
  const publicUrl = { FLUX_PUBLIC_URL: 'https://flux.example' };
  expect(readConfig(publicUrl).supportEmail).toBe('support@flux.example');
  expect(readConfig({ ...publicUrl, FLUX_SUPPORT_EMAIL: 'help@example.test' }).supportEmail).toBe(
    'help@example.test',
  );
});

test('builds use Flux’s own host if configured or if the host is an IP address', () => {
  expect(readConfig({ FLUX_CONTENT_ORIGIN: 'same-host' }).contentOrigin).toBeNull();
  for (const publicUrl of ['http://192.168.1.20:3000', 'http://127.0.0.1:3000', 'http://[fd00::1]:3000'])
    expect(readConfig({ FLUX_PUBLIC_URL: publicUrl }).contentOrigin).toBeNull();
  const named = readConfig({
    FLUX_PUBLIC_URL: 'http://127.0.0.1:3000',
    FLUX_CONTENT_ORIGIN: 'http://{app}.games.localhost:3000',
  });
  expect(named.contentOrigin).toBe('http://{app}.games.localhost:3000');
});

test('a public server has no administrator by default', () => {
  expect(readConfig({ FLUX_PUBLIC_URL: 'https://flux.example' }).adminEmails).toEqual([]);
});

test('lists are trimmed and addresses lower-cased', () => {
  expect(readConfig({ FLUX_ADMIN_EMAILS: ' Ada@Example.com , ,bob@example.com' }).adminEmails).toEqual([
    'ada@example.com',
    'bob@example.com',
  ]);
});

const mistakes: [Record<string, string>, RegExp][] = [
  [{ PORT: '0' }, /^PORT is '0', but must be a whole number from 1 to 65535/],
  [{ PORT: '3e3' }, /^PORT is '3e3'/],
  [{ FLUX_DATABASE_POOL: '2' }, /^FLUX_DATABASE_POOL/],
  [{ FLUX_MAX_UPLOAD_BYTES: '100 MB' }, /^FLUX_MAX_UPLOAD_BYTES is '100 MB'/],
  [{ FLUX_CACHE_BYTES: '5GB' }, /^FLUX_CACHE_BYTES is '5GB'/],
  [{ FLUX_PUBLIC_URL: 'flux.example' }, /^FLUX_PUBLIC_URL is 'flux.example', but must be an address/],
  [{ FLUX_PUBLIC_URL: 'https://flux.example/games' }, /^FLUX_PUBLIC_URL/],
  [{ FLUX_PUBLIC_URL: 'ftp://flux.example' }, /^FLUX_PUBLIC_URL/],
  [{ FLUX_CONTENT_ORIGIN: 'http://games.flux.example' }, /^FLUX_CONTENT_ORIGIN.*\{app\}/],
  [{ FLUX_CONTENT_ORIGIN: 'http://games.example/{app}' }, /^FLUX_CONTENT_ORIGIN/],
  [{ FLUX_CONTENT_ORIGIN: 'https://{app}.flux.example' }, /^FLUX_CONTENT_ORIGIN must use the same protocol/],
  [{ DATABASE_URL: 'mysql://localhost/flux' }, /^DATABASE_URL must begin with postgres:\/\//],
  [{ FLUX_ADMIN_EMAILS: 'ada' }, /^FLUX_ADMIN_EMAILS contains 'ada'/],
  [{ FLUX_SUPPORT_EMAIL: 'ada' }, /^FLUX_SUPPORT_EMAIL is 'ada'/],
  [{ FLUX_TRUSTED_PROXIES: 'proxy.example' }, /^FLUX_TRUSTED_PROXIES contains 'proxy.example'/],
  [{ FLUX_TRUSTED_PROXIES: '10.0.0.0/64' }, /^FLUX_TRUSTED_PROXIES contains '10.0.0.0\/64'/],
  [{ FLUX_BACKGROUND_JOBS: 'no' }, /^FLUX_BACKGROUND_JOBS is 'no', but must be on or off/],
  [{ FLUX_LOG_LEVEL: 'loud' }, /^FLUX_LOG_LEVEL is 'loud', but must be one of fatal, error/],
  [{ FLUX_SECRET_KEY: 'short' }, /^FLUX_SECRET_KEY is too short/],
  [{ FLUX_SECRET_KEY_FILE: '/nowhere' }, /^FLUX_SECRET_KEY_FILE names '\/nowhere', which cannot be read/],
];

test.each(mistakes)('%j is reported as a mistake', (env, sentence) => {
  expect(problemsOf(env)).toEqual([expect.stringMatching(sentence)]);
});

test('all mistakes are listed at once', () => {
  const names = ['PORT', 'FLUX_DATABASE_POOL', 'FLUX_LOG_LEVEL', 'FLUX_SECRET_KEY'];
  const problems = problemsOf(Object.fromEntries(names.map((name) => [name, '-'])));
  expect(problems).toHaveLength(names.length);
  for (const name of names) expect(problems.join('\n')).toContain(name);
});

test('a secret can come from a file, but not from two sources', () => {
  const path = join(folder, 'database-url');
  writeFileSync(path, 'postgres://flux@127.0.0.1/flux\n');
  expect(readConfig({ DATABASE_URL_FILE: path }).databaseUrl).toBe('postgres://flux@127.0.0.1/flux');
  expect(problemsOf({ DATABASE_URL_FILE: path, DATABASE_URL: 'postgres://other/flux' })).toEqual([
    'DATABASE_URL and DATABASE_URL_FILE are both set; please keep one.',
  ]);
});

test('no secret is shown in a mistake', () => {
  expect(
    problemsOf({ FLUX_SECRET_KEY: 'hush', DATABASE_URL: 'db://ada:hush@localhost' }).join(),
  ).not.toContain('hush');
});

test.each([
  ['http://localhost:3000', true],
  ['http://flux.localhost:3000', true],
  ['http://127.0.0.1', true],
  ['http://[::1]:3000', true],
  ['https://flux.example', false],
  ['http://localhost.example', false],
  ['http://192.168.1.5:3000', false],
])('%s is local: %s', (origin, expected) => {
  expect(isLocal(origin)).toBe(expected);
});

test('.env.example explains each variable, marks secrets and has no other variable', () => {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const blocks = text.split(/\n\n+/);
  const named = [...text.matchAll(/^# ([A-Z_]+)=/gm)].map((match) => match[1]);
  expect(named.toSorted()).toEqual(variables.map(({ name }) => name).toSorted());
  for (const { name, secret } of variables) {
    const block = blocks.find((candidate) => new RegExp(`^# ${name}=`, 'm').test(candidate)) ?? '';
    expect(block.split('\n').length, `${name} has an explanation`).toBeGreaterThan(1);
    expect(block.includes('[secret]'), `${name} is marked as secret`).toBe(secret);
  }
});

test.each([
  [{}, /^$/],
  [{ HOST: '::1' }, /^$/],
  [{ HOST: '0.0.0.0' }, /^FLUX_TEST_CLOCK is on, but this is for a Flux that only this machine can reach/],
  [{ FLUX_PUBLIC_URL: 'https://flux.example' }, /^FLUX_TEST_CLOCK is on, but this is for a Flux that only/],
  [{ FLUX_PAYMENTS_SANDBOX: 'off' }, /^FLUX_TEST_CLOCK is on, but this is for the payment sandbox/],
  [{ FLUX_TEST_CLOCK: 'yes' }, /^FLUX_TEST_CLOCK is 'yes', but must be on or off/],
])('the test clock, with %j: %s', (env, problem) => {
  let found = '';
  try {
    expect(readConfig({ FLUX_TEST_CLOCK: 'on', ...env } as Record<string, string>).testClock).toBe(true);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    found = error.problems.join();
  }
  expect(found).toMatch(problem);
});

test('internal storage hosts are names, addresses and ranges', () => {
  const hosts = 'minio, storage.lan., 10.0.0.0/8, 192.168.1.9, fd00::/8, ::1';
  expect(readConfig({ FLUX_STORAGE_HOSTS: hosts }).storageHosts).toEqual(hosts.split(', '));
  for (const wrong of ['10.0.0.0/33', '10.0.0', 'http://minio', 'minio:9000', '*.lan', '*', 'a/b', '[::1]']) {
    expect(problemsOf({ FLUX_STORAGE_HOSTS: `minio,${wrong}` }).join()).toContain(
      `FLUX_STORAGE_HOSTS contains '${wrong}'`,
    );
  }
});

test('Google key files come from a folder, and its emulator has an address', () => {
  expect(readConfig({ FLUX_GOOGLE_KEY_FOLDER: './keys' }).googleKeyFolder).toBe(resolve('./keys'));
  const endpoint = { FLUX_GOOGLE_STORAGE_ENDPOINT: 'http://127.0.0.1:4443/' };
  expect(readConfig(endpoint).googleStorageEndpoint).toBe('http://127.0.0.1:4443');
  expect(problemsOf({ FLUX_GOOGLE_STORAGE_ENDPOINT: 'localhost:4443' }).join()).toContain(
    "FLUX_GOOGLE_STORAGE_ENDPOINT is 'localhost:4443'",
  );
});
