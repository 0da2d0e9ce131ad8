import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '#shared/accounts/accounts.ts';
import { variables } from './config/config.ts';
import type { Tables } from './db/schema.ts';
import { connect } from './platform/db/connect.ts';
import { findPostmaster } from './platform/db/postmaster.ts';
import { hashSecret, newId, newSecret } from './platform/ids.ts';
import { projectFolder } from './project-folder.ts';
import { FluxProcess } from './testing/servers/flux-process.ts';

const run = promisify(execFile);

interface Done {
  code: number;
  stdout: string;
  stderr: string;
}

/** The real command, as npm runs it. */
async function flux(dataDir: string, ...args: string[]): Promise<Done> {
  return runCommand({ FLUX_DATA: dataDir }, args);
}

/** The command takes what is left out from `.env`, where whoever runs the tests may have named a database of theirs. */
const leftOut = Object.fromEntries(
  variables.flatMap(({ name }) => [
    [name, ''],
    [`${name}_FILE`, ''],
  ]),
);

async function runCommand(env: Record<string, string>, args: string[]): Promise<Done> {
  const { PATH, HOME, TMPDIR } = process.env;
  const options = {
    cwd: projectFolder,
    env: { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), ...leftOut, ...env },
  };
  try {
    return { code: 0, ...(await run(process.execPath, ['tools/scripts/flux.mjs', ...args], options)) };
  } catch (error) {
    const { code, stdout, stderr } = error as Done;
    return { code, stdout, stderr };
  }
}

let server: FluxProcess;
let db: Kysely<Tables>;
beforeAll(async () => {
  server = await FluxProcess.create();
  await server.start();
  db = await open();
});
afterAll(async () => {
  await db.destroy();
  await server.dispose();
});
beforeEach(async () => {
  await addUser('Root', { email: 'root@example.test', role: 'admin' });
});
afterEach(async () => {
  await db.deleteFrom('users').execute();
});

async function open(): Promise<Kysely<Tables>> {
  const found = await findPostmaster(server.databaseDir);
  const socketDir = found?.socketDir ?? '';
  return connect<Tables>({ socketDir, poolSize: 2, onConnectionError: () => {} }).db;
}

interface NewUser {
  email?: string | null;
  verified?: boolean;
  role?: Role;
}

async function addUser(username: string, { email = null, verified = true, role = 'user' }: NewUser = {}) {
  const id = newId();
  const now = new Date();
  await db
    .insertInto('users')
    .values({
      id,
      email,
      email_verified: verified,
      username,
      role,
      provider: 'github.com',
      created_at: now,
      last_login_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

async function roleOf(id: string): Promise<Role | undefined> {
  return (await db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst())?.role;
}

/** Who a browser of this person is to the running server. */
async function sessionOf(userId: string): Promise<() => Promise<Role | undefined>> {
  const secret = newSecret();
  const now = new Date();
  await db
    .insertInto('sessions')
    .values({
      secret_hash: hashSecret(secret),
      id: newId(),
      user_id: userId,
      provider: 'github.com',
      user_agent: 'test',
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .execute();
  const headers = { cookie: `__Host-flux-session=${secret}`, host: `flux.localhost:${server.port}` };
  return async () => {
    const body = await new Promise<string>((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port: server.port, path: '/api/session', headers },
        (answer) => {
          let text = '';
          answer.on('data', (chunk) => {
            text += chunk;
          });
          answer.on('end', () => resolve(text));
        },
      );
      asked.on('error', reject).end();
    });
    return JSON.parse(body).user?.role;
  };
}

test('beside a running server, the role is granted and taken, at once, and signs the person out everywhere', async () => {
  const ada = await addUser('Ada', { email: 'ada@example.test' });
  const role = await sessionOf(ada);
  expect(await role()).toBe('user');
  expect(await flux(server.dataDir, 'admin', 'grant', 'Ada@Example.test')).toEqual({
    code: 0,
    stdout: 'Ada (ada@example.test) is an administrator now.\n',
    stderr: '',
  });
  expect(await role()).toBeUndefined();
  const roleAgain = await sessionOf(ada);
  expect(await roleAgain()).toBe('admin');
  expect((await flux(server.dataDir, 'admin', 'grant', 'ada@example.test')).stdout).toBe(
    'Ada (ada@example.test) is an administrator already.\n',
  );
  const listed = await flux(server.dataDir, 'admin', 'list');
  expect(listed.code).toBe(0);
  expect(listed.stdout).toMatch(/^\d+ administrators?:\n/);
  expect(listed.stdout).toMatch(
    new RegExp(
      `^${ada}  Ada  ada@example\\.test \\(github\\.com\\)  last sign-in \\d{4}-\\d\\d-\\d\\d$`,
      'm',
    ),
  );
  expect((await flux(server.dataDir, 'admin', 'revoke', ada)).stdout).toBe(
    'Ada (ada@example.test) is no longer an administrator.\n',
  );
  expect(await roleAgain()).toBeUndefined();
  const roleAtLast = await sessionOf(ada);
  expect(await roleAtLast()).toBe('user');
  expect((await flux(server.dataDir, 'admin', 'revoke', ada)).stdout).toBe(
    'Ada (ada@example.test) is not an administrator.\n',
  );
});

test('an account that was disabled is let in again, and what the command does is in the audit log', async () => {
  const ada = await addUser('Ada', { email: 'ada@example.test' });
  await db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', ada).execute();
  const granted = await flux(server.dataDir, 'admin', 'grant', ada);
  expect(granted.stdout).toContain(`npm run flux -- admin enable ${ada}`);
  expect((await flux(server.dataDir, 'admin', 'list')).stdout).toMatch(/Ada .* disabled\n/);
  expect(await flux(server.dataDir, 'admin', 'enable', 'ada@example.test')).toEqual({
    code: 0,
    stdout: 'Ada (ada@example.test) can sign in again.\n',
    stderr: '',
  });
  expect((await flux(server.dataDir, 'admin', 'enable', ada)).stdout).toBe(
    'Ada (ada@example.test) is not disabled.\n',
  );
  const log = db.selectFrom('audit_log').selectAll().where('target_id', '=', ada).orderBy('sequence');
  expect(await log.execute()).toMatchObject([
    { actor_id: null, actor_name: 'the command line', action: 'user.role', after: { role: 'admin' } },
    { actor_id: null, actor_name: 'the command line', action: 'user.enable', after: { disabled: false } },
  ]);
});

test('the last one stays, also where two are taken at the same moment', async () => {
  const refused = await flux(server.dataDir, 'admin', 'revoke', 'root@example.test');
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Root (root@example.test) is the only administrator. Make somebody else an administrator first.\n',
  });
  await addUser('Twin', { email: 'twin@example.test', role: 'admin' });
  const both = await Promise.all(
    ['root', 'twin'].map((name) => flux(server.dataDir, 'admin', 'revoke', `${name}@example.test`)),
  );
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  const left = await db.selectFrom('users').select('id').where('role', '=', 'admin').execute();
  expect(left).toHaveLength(1);
});

test('an address that nobody has, several have or nobody confirmed is refused with the way out', async () => {
  const nobody = await flux(server.dataDir, 'admin', 'grant', 'nobody@example.test');
  expect(nobody).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'No account has the address nobody@example.test. People get an account when they sign in for the first time.\n',
  });
  const twins = [
    await addUser('One', { email: 'same@example.test' }),
    await addUser('Two', { email: 'Same@example.test', verified: false }),
  ];
  const several = await flux(server.dataDir, 'admin', 'grant', 'same@example.test');
  expect(several.code).toBe(1);
  expect(several.stderr).toMatch(/^2 accounts have the address same@example\.test\./);
  for (const id of twins) {
    expect(several.stderr).toContain(id);
    expect(await roleOf(id)).toBe('user');
  }
  expect((await flux(server.dataDir, 'admin', 'grant', twins[0] ?? '')).code).toBe(0);
  expect(await roleOf(twins[0] ?? '')).toBe('admin');

  const doubtful = await addUser('Mallory', { email: 'claimed@example.test', verified: false });
  const unconfirmed = await flux(server.dataDir, 'admin', 'grant', 'claimed@example.test');
  expect(unconfirmed.code).toBe(1);
  expect(unconfirmed.stderr).toMatch(/never confirmed by the provider \(github\.com\)/);
  expect(await roleOf(doubtful)).toBe('user');
  expect((await flux(server.dataDir, 'admin', 'grant', doubtful)).code).toBe(0);
  expect(await roleOf(doubtful)).toBe('admin');

  expect((await flux(server.dataDir, 'admin', 'grant', newId())).stderr).toMatch(/^No account has the id /);
});

test('a name cannot write to the terminal', async () => {
  await sql`update users set username = ${'\u001b[31mred\u202e'}`.execute(db);
  const { stdout } = await flux(server.dataDir, 'admin', 'list');
  expect(stdout).toContain('?[31mred?');
});

test('who is named by FLUX_ADMIN_EMAILS comes back, and the command says so', async () => {
  const ada = await addUser('Ada', { email: 'ada@example.test', role: 'admin' });
  for (const email of ['Second@example.test', 'third@example.test', null])
    await db
      .insertInto('identities')
      .values({
        id: newId(),
        issuer: 'https://issuer.test',
        subject: newId(),
        user_id: ada,
        provider: 'github.com',
        email,
        created_at: new Date(),
      })
      .execute();
  const env = {
    FLUX_DATA: server.dataDir,
    FLUX_ADMIN_EMAILS: 'ada@example.test,second@example.test,other@example.test',
  };
  const { code, stdout } = await runCommand(env, ['admin', 'revoke', 'ada@example.test']);
  expect(code).toBe(0);
  const warning = (address: string) =>
    `FLUX_ADMIN_EMAILS names ${address}, by which they sign in: the next sign-in by it makes them one again. Take it out there.`;
  expect(stdout.trim().split('\n')).toEqual([
    'Ada (ada@example.test) is no longer an administrator.',
    warning('ada@example.test'),
    warning('second@example.test'),
  ]);
});

test.each([
  [[]],
  [['admin']],
  [['admin', 'grant']],
  [['admin', 'list', 'x']],
  [['admin', 'grant', 'a@b.test', 'c@d.test']],
  [['admin', 'promote', 'a@b.test']],
  [['users', 'list']],
])('%j is answered with the usage and exit code 2', async (args) => {
  const { code, stdout, stderr } = await flux(server.dataDir, ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^Usage:\n {2}npm run flux -- admin grant EMAIL/);
});

test('asked for help it answers on standard output', async () => {
  const { code, stdout } = await flux(server.dataDir, '--help');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Usage:/);
});

test('without a running server the database is started for as long as it takes', async () => {
  const id = await addUser('Offline', { email: 'offline@example.test' });
  await db.destroy();
  await server.stop();
  expect(await flux(server.dataDir, 'admin', 'grant', 'offline@example.test')).toEqual({
    code: 0,
    stdout: 'Offline (offline@example.test) is an administrator now.\n',
    stderr: '',
  });
  expect(await findPostmaster(server.databaseDir)).toBeNull();
  expect(await readdir(server.dataDir)).not.toContain('server.pid');
  // One that is there at the very moment a server starts waits for that server's database.
  const [listed] = await Promise.all([flux(server.dataDir, 'admin', 'list'), retry(() => server.start())]);
  expect(listed.stdout).toContain(id);
  db = await open();
  expect(await roleOf(id)).toBe('admin');
});

/** A server is refused for as long as a command holds the folder. */
async function retry(start: () => Promise<void>): Promise<void> {
  for (let left = 20; ; left--) {
    try {
      return await start();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

test('where Flux was never started it says so and makes nothing', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'flux-empty-'));
  try {
    const { code, stderr } = await flux(empty, 'admin', 'grant', 'ada@example.test');
    expect(code).toBe(1);
    expect(stderr).toBe(
      `There is no database of Flux in ${empty} yet, and so nobody's account. Please start Flux once and sign in, or name the right folder by FLUX_DATA.\n`,
    );
    expect(await readdir(empty)).toEqual([]);
  } finally {
    await rm(empty, { recursive: true });
  }
});

test('a mistake in the configuration is told like at a start', async () => {
  const { code, stderr } = await runCommand({ FLUX_DATA: server.dataDir, PORT: 'x' }, ['admin', 'list']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The configuration has a mistake:\n {2}- PORT/);
});
