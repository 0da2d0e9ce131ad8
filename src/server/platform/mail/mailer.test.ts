import { createServer, type Server } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { localhostCertificate } from '#fixtures/certificate.ts';
import { type MailServer, startMailServer } from '../../testing/fakes/mail-server.ts';
import { freePort } from '../../testing/servers/free-port.ts';
import {
  createMailer,
  type MailError,
  type MailTimes,
  type OutgoingMail,
  type SmtpSettings,
} from './mailer.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterEach(() => {
  server.taken.length = 0;
  server.refuse();
});
afterAll(() => server.close());

/** For an intentionally slow server only, since a busy machine is slow as well. */
const impatient = { connectMs: 500, silenceMs: 500, wholeMs: 1_500 };
const never = new AbortController().signal;

function mailer(settings: Partial<SmtpSettings> = {}, times?: MailTimes) {
  const whole: SmtpSettings = {
    host: '127.0.0.1',
    port: server.port,
    tls: 'none',
    user: null,
    password: null,
    from: { name: 'Flux', address: 'flux@flux.example' },
    ...settings,
  };
  return createMailer(whole, times);
}

const plain: OutgoingMail = {
  id: 'abc',
  to: 'ada@example.test',
  replyTo: null,
  subject: 'Hello',
  text: 'Hello Ada',
  html: '<p>Hello Ada</p>',
  writtenAt: new Date('2026-01-02T03:04:05Z'),
};

const send = (mail: Partial<OutgoingMail> = {}, settings: Partial<SmtpSettings> = {}, times?: MailTimes) =>
  mailer(settings, times).send({ ...plain, ...mail }, never);

async function reasonOf(attempt: Promise<void>): Promise<Pick<MailError, 'message' | 'permanent'>> {
  const error: MailError = await attempt.then(
    () => Promise.reject(new Error('It was taken.')),
    (reason) => reason,
  );
  return { message: error.message, permanent: error.permanent };
}

test('a mail arrives as written, as text and HTML, once', async () => {
  await send();
  expect(server.taken).toHaveLength(1);
  const [{ from, to, mail, raw } = { raw: '' }] = server.taken;
  expect({ from, to }).toEqual({ from: 'flux@flux.example', to: ['ada@example.test'] });
  expect(mail).toMatchObject({ subject: 'Hello', text: 'Hello Ada', html: '<p>Hello Ada</p>' });
  expect(mail?.from?.value).toEqual([{ name: 'Flux', address: 'flux@flux.example' }]);
  expect(mail?.messageId).toBe('<abc@flux.example>');
  expect(mail?.date).toEqual(plain.writtenAt);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(mail?.replyTo).toBeUndefined();
});

test('replies go to one address, and an invalid one is omitted', async () => {
  await send({ replyTo: 'Eve.O@example.test' });
  expect(server.taken[0]?.mail.replyTo?.value).toEqual([{ name: '', address: 'Eve.O@example.test' }]);
  const injections = ['\r\nBcc: eve@evil.test', ', b@evil.test', '>\nBcc: eve@evil.test', '\u2028', ' '];
  for (const replyTo of [...injections.map((rest) => `a@example.test${rest}`), 'a', '', 'G: a@b.test;']) {
    await send({ replyTo });
    const { to, mail, raw } = server.taken.at(-1) ?? { raw: '' };
    expect([replyTo, to, mail?.replyTo, mail?.bcc]).toEqual([
      replyTo,
      ['ada@example.test'],
      undefined,
      undefined,
    ]);
    expect(raw).not.toMatch(/evil/);
  }
});

test('any script and long lines arrive unchanged, with valid line lengths', async () => {
  const subject =
    '艾达 invited you to Zoë’s 👩‍👩‍👧‍👦 Гeймз — with more to say than one line of a header has room for';
  const text = `${'x'.repeat(3_000)}\n.\n..\nFrom here\nÄÖÜ 漢字 ${'ü'.repeat(1_200)}`;
  await send({ subject, text, html: `<p>${text}</p>` });
  const [{ mail, raw } = { raw: '' }] = server.taken;
  expect(mail?.subject).toBe(subject);
  expect(mail?.text?.trimEnd()).toBe(text);
  expect(mail?.html).toBe(`<p>${text}</p>`);
  expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII is what is looked for
  expect(raw).not.toMatch(/[^\u0000-\u007f]/);
});

test.each([
  '\r\nBcc: eve@evil.test',
  '\nBcc: eve@evil.test',
  '\rBcc: eve@evil.test',
  '\u2028Bcc: eve@evil.test',
])('a subject with %j adds no header', async (rest) => {
  await send({ subject: `Hello${rest}\r\n\r\nAnd a body` });
  const [{ to, mail, raw } = { raw: '' }] = server.taken;
  expect(to).toEqual(['ada@example.test']);
  expect(mail?.bcc).toBeUndefined();
  expect(mail?.subject).toBe('Hello Bcc: eve@evil.test And a body');
  expect(raw).not.toMatch(/^Bcc:/im);
  expect(mail?.text).toBe('Hello Ada');
});

test.each([
  'ada@example.test, eve@evil.test',
  'ada@example.test\r\nRCPT TO:<eve@evil.test>',
  'Eve <eve@evil.test>, ada@example.test',
  'ada@example.test> NOTIFY=SUCCESS <x',
  'ada',
  '',
])('an address like %j is refused', async (to) => {
  expect(await reasonOf(send({ to }))).toEqual({ message: 'This is no e-mail address.', permanent: true });
  expect(server.taken).toEqual([]);
});

test('no content makes the library read local files', async () => {
  await send({ text: 'file:///etc/passwd', html: '<img src="file:///etc/passwd">' });
  expect(server.taken[0]?.raw).not.toContain('root:');
});

test.each([
  ['RCPT TO', 550, true],
  ['DATA', 554, true],
  ['RCPT TO', 450, false],
  ['DATA', 451, false],
  ['MAIL FROM', 421, false],
  // The operator must fix a refused sender.
  ['MAIL FROM', 553, false],
] as const)('%s answered by %i is permanent: %s', async (at, code, permanent) => {
  server.refuse({ at, code, words: 'Not like this' });
  expect(await reasonOf(send())).toEqual({ message: `${code} Not like this`, permanent });
  await send();
  expect(server.taken).toHaveLength(1);
});

test('an unreachable server is retried', async () => {
  const { message, permanent } = await reasonOf(send({}, { port: await freePort() }));
  expect(message).toContain('ECONNREFUSED');
  expect(permanent).toBe(false);
});

test('an unknown host is retried', async () => {
  expect(await reasonOf(send({}, { host: 'mail.invalid' }))).toMatchObject({ permanent: false });
});

test('a silent or slow server times out', async () => {
  const open: Server = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => open.once('listening', resolve));
  const { port } = open.address() as { port: number };
  expect(await reasonOf(send({}, { port }, impatient))).toMatchObject({ permanent: false });
  open.close();
  server.delay(2_000);
  expect(await reasonOf(send({}, {}, impatient))).toMatchObject({ permanent: false });
  server.delay(0);
});

test('a mail being sent is aborted by the stop', async () => {
  server.delay(400);
  const stop = new AbortController();
  const attempt = mailer().send(plain, stop.signal);
  setTimeout(() => stop.abort(), 100);
  expect(await reasonOf(attempt)).toMatchObject({ permanent: false });
  server.delay(0);
});

test('user and password are sent, and a wrong one is the operator’s to fix', async () => {
  const guarded = await startMailServer({ login: { user: 'flux', password: 'p@ss word' } });
  const settings = { port: guarded.port, user: 'flux' };
  await send({}, { ...settings, password: 'p@ss word' });
  expect(guarded.taken).toHaveLength(1);
  const wrong = await reasonOf(send({}, { ...settings, password: 'guess' }));
  expect(wrong).toMatchObject({ permanent: false, message: expect.stringMatching(/^535/) });
  expect(wrong.message).not.toContain('guess');
  await guarded.close();
});

test.each(['starttls', 'implicit'] as const)('%s is used, with a trusted certificate only', async (kind) => {
  const secured = await startMailServer({ tls: kind });
  const settings = { host: 'localhost', port: secured.port, tls: kind };
  const refused = await reasonOf(send({}, settings));
  expect(refused).toMatchObject({ permanent: false, message: expect.stringMatching(/certificate/) });
  expect(secured.taken).toEqual([]);
  const usual = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...usual, localhostCertificate]);
  try {
    await send({}, settings);
    expect(secured.taken).toMatchObject([{ isEncrypted: true }]);
  } finally {
    tls.setDefaultCACertificates(usual);
    await secured.close();
  }
});

test('nothing is sent without STARTTLS if it is required', async () => {
  // A separate server: a slow mail of an earlier test could arrive at the others.
  const open = await startMailServer();
  const settings = { port: open.port, tls: 'starttls' } as const;
  expect(await reasonOf(send({}, settings))).toMatchObject({ permanent: false });
  expect(open.taken).toEqual([]);
  await open.close();
});
