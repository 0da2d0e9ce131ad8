import { afterEach, beforeEach, expect, test } from 'vitest';
import { listMails, type Mail } from '#shared/contact/mail.ts';
import { type MailServer, startMailServer } from '../../testing/fakes/mail-server.ts';
import { type Person, signIn, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer, type TestServerOptions } from '../../testing/servers/server.ts';
import { deliverMails, giveUpMilliseconds } from './deliver.ts';
import { pruneMails } from './prune.ts';
import { sendWritten, writeMail } from './write.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let mailServer: MailServer;
let server: TestServer;
let admin: Person;
let logged: string[];

beforeEach(async () => {
  mailServer = await startMailServer();
});
afterEach(async () => {
  await server.close();
  await mailServer.close();
});

async function start(options: TestServerOptions = {}): Promise<void> {
  logged = [];
  const env = { FLUX_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`, FLUX_MAIL_FROM: 'flux@flux.example' };
  server = await startServer({
    env: { ...env, FLUX_LOG_LEVEL: 'info' },
    log: (line) => logged.push(line),
    ...options,
  });
  admin = await signIn(server, 'admin', { role: 'admin' });
}

const withoutSmtp = { env: { FLUX_LOG_LEVEL: 'info' } };

async function write(to: string, about = to): Promise<void> {
  const { db, clock } = server.context;
  const mail = {
    to,
    subject: `For ${to}`,
    text: 'Secret words',
    html: '<p>Secret words',
    about,
    causedBy: admin.id,
  };
  await db.transaction().execute((trx) => writeMail(trx, mail, clock.now()));
}

const deliver = () => deliverMails(server.context, new AbortController().signal);
const mails = async () => (await admin.call(listMails)).items;
const mailTo = async (to: string): Promise<Mail> => {
  const mail = (await mails()).find((each) => each.to === to);
  if (!mail) throw new Error(`There is no mail to ${to}.`);
  return mail;
};

test('a written mail is sent in the background, once', async () => {
  await start({ jobs: true });
  await write('ada@example.test');
  await sendWritten(server.context);
  await expect.poll(() => mailServer.taken.length).toBe(1);
  await expect.poll(async () => (await mailTo('ada@example.test')).state).toBe('sent');
  expect(await mailTo('ada@example.test')).toMatchObject({
    subject: 'For ada@example.test',
    text: 'Secret words',
    attempts: 1,
    problem: null,
    sentAt: server.clock.now().toISOString(),
  });
  await deliver();
  expect(mailServer.taken.map(({ to }) => to)).toEqual([['ada@example.test']]);
});

test('a rolled-back transaction sends no mail', async () => {
  await start();
  const { db, clock } = server.context;
  const mail = { to: 'a@b.test', subject: 's', text: 't', html: 'h', about: 'x', causedBy: admin.id };
  const undone = db.transaction().execute(async (trx) => {
    await writeMail(trx, mail, clock.now());
    throw new Error('No.');
  });
  await expect(undone).rejects.toThrow('No.');
  await deliver();
  expect(await mails()).toEqual([]);
  expect(mailServer.taken).toEqual([]);
});

test('concurrent servers send each mail once', async () => {
  await start();
  for (let count = 0; count < 12; count++) await write(`person${count}@example.test`);
  mailServer.delay(20);
  await Promise.all([deliver(), deliver(), deliver()]);
  const recipients = mailServer.taken.flatMap(({ to }) => to);
  expect(recipients).toHaveLength(12);
  expect(new Set(recipients).size).toBe(12);
});

test('greylisting is retried with growing delays while other mails are sent', async () => {
  await start();
  await write('grey@example.test');
  await write('other@example.test');
  const later = { at: 'RCPT TO', code: 451, words: 'Try again later' } as const;
  mailServer.refuse(later, later);
  await deliver();
  expect(await mailTo('grey@example.test')).toMatchObject({
    state: 'waiting',
    attempts: 1,
    problem: '451 Try again later',
    sentAt: null,
  });
  mailServer.refuse(later);
  server.clock.advance(minute - 1);
  await deliver();
  expect(await mailTo('grey@example.test')).toMatchObject({ attempts: 1 });
  server.clock.advance(1);
  await deliver();
  expect(await mailTo('grey@example.test')).toMatchObject({ attempts: 2 });
  server.clock.advance(5 * minute);
  await deliver();
  expect((await mails()).map(({ state, problem }) => [state, problem])).toEqual([
    ['sent', null],
    ['sent', null],
  ]);
  expect(mailServer.taken.flatMap(({ to }) => to).sort()).toEqual([
    'grey@example.test',
    'other@example.test',
  ]);
});

test('a permanently refused mail is not retried, and the reason is stored', async () => {
  await start();
  await write('nobody@example.test');
  mailServer.refuse({ at: 'RCPT TO', code: 550, words: '5.1.1 No such user' });
  await deliver();
  server.clock.advance(day);
  await deliver();
  expect(await mailTo('nobody@example.test')).toMatchObject({
    state: 'failed',
    attempts: 1,
    problem: '550 5.1.1 No such user',
    sentAt: null,
  });
});

test('after days without a mail server, undelivered mails are given up', async () => {
  await start();
  await write('ada@example.test');
  await mailServer.close();
  const written = server.clock.now().getTime();
  while (server.clock.now().getTime() < written + giveUpMilliseconds) {
    await deliver();
    server.clock.advance(30 * minute);
  }
  await deliver();
  const mail = await mailTo('ada@example.test');
  expect(mail).toMatchObject({ state: 'failed', problem: expect.stringContaining('ECONNREFUSED') });
  expect(mail.attempts).toBeGreaterThan(15);
  expect(mail.attempts).toBeLessThan(30);
  mailServer = await startMailServer();
});

test('a mail of a crashed server is sent by another, after its lease', async () => {
  await start();
  await write('ada@example.test');
  const { db } = server.context;
  // The state during an attempt.
  const until = new Date(server.clock.now().getTime() + 5 * minute);
  await db.updateTable('mails').set({ attempts: 1, next_attempt_at: until }).execute();
  await deliver();
  expect(mailServer.taken).toEqual([]);
  server.clock.advance(5 * minute);
  await deliver();
  expect(mailServer.taken).toHaveLength(1);
});

test('without a mail server mails are stored, and the log names the outbox but no content', async () => {
  await start(withoutSmtp);
  await write('ada@example.test');
  await sendWritten(server.context);
  await deliver();
  expect(await mailTo('ada@example.test')).toMatchObject({
    state: 'kept',
    attempts: 0,
    text: 'Secret words',
  });
  const text = logged.join('');
  expect(text).toContain('No mail server is configured (FLUX_SMTP_URL): mails stay in the outbox');
  expect(text).toContain(`${server.context.config.publicUrl}/admin/mails`);
  expect(logged.filter((line) => line.includes('A mail was written'))).toHaveLength(1);
  expect(text).not.toMatch(/Secret|ada@example/);
});

test('the startup log names the mail server, and no error has mail content', async () => {
  await start();
  expect(logged.join('')).toContain('mail goes to an SMTP server');
  await write('ada@example.test');
  mailServer.refuse({ at: 'RCPT TO', code: 550, words: 'No ada@example.test here' });
  await deliver();
  expect(logged.join('')).toContain('a mail was not taken');
  expect(logged.join('')).not.toMatch(/Secret|ada@example/);
});

test('the last mail about a subject is sent', async () => {
  await start();
  await write('ada@example.test', 'invitation');
  await write('ada@example.test', 'invitation');
  await deliver();
  await write('ada@example.test', 'invitation');
  await deliver();
  expect(mailServer.taken).toHaveLength(2);
});

test('mails are pruned a month after they were settled, unsent ones after they were written', async () => {
  await start(withoutSmtp);
  await write('kept@example.test');
  server.clock.advance(30 * day);
  await pruneMails(server.context);
  // Sessions have expired by then.
  const left = () => server.context.db.selectFrom('mails').select('id').execute();
  expect(await left()).toHaveLength(1);
  server.clock.advance(1);
  await pruneMails(server.context);
  expect(await left()).toEqual([]);
});

test('the outbox requires an administrator and is listed newest first', async () => {
  await start(withoutSmtp);
  for (let count = 0; count < 5; count++) {
    await write(`person${count}@example.test`);
    if (count % 2) server.clock.advance(1);
  }
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await admin.call(listMails, { query: { limit: 2, ...(cursor ? { cursor } : {}) } });
    found.push(...page.items.map(({ to }) => to));
    cursor = page.nextCursor;
  }
  expect(found[0]).toBe('person4@example.test');
  expect(found.toSorted()).toEqual([0, 1, 2, 3, 4].map((count) => `person${count}@example.test`));
  await expect(visitor(server).call(listMails)).rejects.toMatchObject({ code: 'unauthenticated' });
  const ada = await signIn(server, 'ada');
  await expect(ada.call(listMails)).rejects.toMatchObject({ code: 'forbidden' });
  for (const query of [{ cursor: 'x' }, { cursor: 'WzEsMl0' }, { limit: 0 }])
    await expect(admin.call(listMails, { query })).rejects.toMatchObject({ code: 'invalid_input' });
});
