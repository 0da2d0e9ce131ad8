import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteMe } from '#shared/accounts/accounts.ts';
import { listAuditLog } from '#shared/admin/admin.ts';
import {
  listSupportRequests,
  reopenSupportRequest,
  requestSupport,
  resolveSupportRequest,
  supportCategories,
  supportPriorities,
} from '#shared/contact/support.ts';
import { newId } from '../../platform/ids.ts';
import { type MailServer, startMailServer } from '../../testing/fakes/mail-server.ts';
import { rowsWith } from '../../testing/measures/rows-with.ts';
import { type Person, signIn, type TestInput, type Visitor, visitor } from '../../testing/people/people.ts';
import { startServer, type TestServer } from '../../testing/servers/server.ts';
import { deliverMails } from '../mail/deliver.ts';
import { lockSubmissions } from '../submission-quota/store.ts';
import { dailyRequests, hourlyRequests } from './quota.ts';

let mailServer: MailServer;
let server: TestServer;
let ada: Person;
let root: Person;
let anybody: Visitor;

beforeEach(async () => {
  mailServer = await startMailServer();
  server = await startServer({
    env: {
      FLUX_TRUSTED_PROXIES: '127.0.0.1',
      FLUX_SUPPORT_EMAIL: 'Help@flux.example',
      FLUX_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      FLUX_MAIL_FROM: 'flux@flux.example',
    },
  });
  ada = await signIn(server, 'Ada');
  root = await signIn(server, 'Root', { role: 'admin' });
  anybody = visitor(server);
});
afterEach(() => server.close().then(() => mailServer.close()));

type Body = NonNullable<TestInput<typeof requestSupport>['body']>;
const plain: Body = {
  name: 'Eve',
  email: 'eve@example.test',
  category: 'bugs',
  subject: 'It stops',
  message: 'At the second level.\nAlways.',
};
const write = (who: Visitor, body: Partial<Body> = {}) =>
  who.call(requestSupport, { body: { ...plain, ...body } });
/** As a visitor from somewhere else, with a body that may be anything. */
const post = (address: string, body: object = {}) =>
  anybody.fetch(requestSupport.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ ...plain, ...body }),
  });
const listed = async (query = {}) => (await root.call(listSupportRequests, { query })).items;
const mails = () => server.context.db.selectFrom('mails').selectAll().orderBy('created_at').execute();
const resolve = (id: string, who: Visitor = root) => who.call(resolveSupportRequest, { params: { id } });
const reopen = (id: string, who: Visitor = root) => who.call(reopenSupportRequest, { params: { id } });
async function deliver() {
  await deliverMails(server.context, new AbortController().signal);
  return mailServer.taken;
}

describe('a request', () => {
  test('of a visitor is stored, and mailed to the support address only, with the visitor’s address for replies', async () => {
    expect(await write(anybody)).toEqual({ success: true, repliesTo: 'eve@example.test' });
    expect(await listed()).toEqual([
      {
        id: expect.any(String),
        ...plain,
        priority: 'medium',
        userId: null,
        userRole: null,
        account: null,
        timestamp: server.clock.now().toISOString(),
        state: 'open',
        resolvedBy: null,
        resolvedAt: null,
      },
    ]);
    const taken = await deliver();
    expect(taken.map(({ to }) => to)).toEqual([['help@flux.example']]);
    expect(taken[0]?.mail).toMatchObject({
      subject: 'Support (medium): It stops',
      replyTo: { value: [{ address: 'eve@example.test', name: '' }] },
    });
    expect(taken[0]?.mail.text).toContain('At the second level.\nAlways.');
    expect(taken[0]?.mail.text).toContain(
      'Category: Bugs\nPriority: medium\nFrom a visitor, who entered: Eve',
    );
    expect(taken[0]?.mail.text).toContain(`${server.context.config.publicUrl}/admin/support`);
  });

  test('of a signed-in user has the verified account, whatever they claim', async () => {
    const claimed = { userId: root.id, userRole: 'admin', timestamp: '1999-01-01T00:00:00Z' };
    await write(ada, claimed);
    expect(await listed()).toMatchObject([
      {
        email: 'eve@example.test',
        userId: ada.id,
        userRole: 'user',
        account: { name: 'Ada', email: ada.email },
        timestamp: server.clock.now().toISOString(),
      },
    ]);
    expect((await mails())[0]?.text).toContain(`From the account Ada (${ada.email}), who entered: Eve, eve@`);
    expect((await post('203.0.113.1', { ...claimed, subject: 'Another' })).status).toBe(200);
    const [newest] = (await listed()).filter(({ subject }) => subject === 'Another');
    expect(newest).toMatchObject({ userId: null, userRole: null, account: null });
  });

  test('without an address is answered at the account’s verified one', async () => {
    const bob = await signIn(server, 'Bob');
    expect(await write(ada, { email: '', name: '' })).toEqual({ success: true, repliesTo: ada.email });
    await server.context.db
      .updateTable('users')
      .set({ email_verified: false })
      .where('id', '=', bob.id)
      .execute();
    server.clock.advance(1_000);
    expect(await write(bob, { email: '' })).toEqual({ success: true, repliesTo: null });
    server.clock.advance(1_000);
    const { email: _email, name: _name, ...rest } = plain;
    expect(await anybody.call(requestSupport, { body: rest as Body })).toMatchObject({ repliesTo: null });
    expect((await mails()).map(({ reply_to }) => reply_to)).toEqual([ada.email, null, null]);
    expect((await mails())[1]?.text).toContain('not verified');
    expect((await mails())[2]?.text).toContain('no name or address');
    expect((await listed()).map(({ email }) => email)).toEqual(['', '', ada.email]);
  });

  test('accepts each category and priority', async () => {
    expect(supportCategories).toHaveLength(12);
    for (const [index, category] of supportCategories.entries()) {
      const priority = supportPriorities[index % 4] ?? 'low';
      expect((await post(`198.51.${index}.1`, { category, priority })).status).toBe(200);
    }
    const found = await listed();
    expect(new Set(found.map(({ category }) => category))).toEqual(new Set(supportCategories));
    expect(new Set(found.map(({ priority }) => priority))).toEqual(new Set(supportPriorities));
  });

  test.each<[string, object, Record<string, unknown>]>([
    ['no category', { category: '' }, { category: 'Please fill in all required fields' }],
    ['no subject', { subject: ' \u3000' }, { subject: 'Please fill in all required fields' }],
    ['no message', { message: '\n' }, { message: 'Please fill in all required fields' }],
    [
      'nothing at all',
      { category: null, subject: undefined, message: undefined },
      {
        category: 'Please fill in all required fields',
        subject: 'Please fill in all required fields',
        message: 'Please fill in all required fields',
      },
    ],
    ['a category of its own', { category: 'spam' }, { category: expect.any(String) }],
    ['a priority of its own', { priority: 'now' }, { priority: 'Please choose a priority' }],
    ['half an address', { email: 'eve' }, { email: 'Please enter a valid e-mail address' }],
    ['a long subject', { subject: 'x'.repeat(201) }, { subject: expect.any(String) }],
    ['a long message', { message: 'x'.repeat(5_001) }, { message: expect.any(String) }],
    ['a field that nobody knows', { to: 'a@b.test' }, { to: 'This field is not known here.' }],
  ])('with %s is refused at its field and counts nothing', async (_what, body, fields) => {
    for (let count = 0; count <= hourlyRequests.account; count += 1) {
      const answer = await post('203.0.113.1', body);
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ success: false, code: 'invalid_input', fields });
      const [first] = Object.values(fields);
      if (typeof first === 'string') expect(answer.text()).toContain(first);
    }
    expect(await mails()).toEqual([]);
    expect((await post('203.0.113.1')).status).toBe(200);
  });

  const endings = ['\r\n', '\n', '\r', '\u0000', '\u000b', '\u001b[31m', '\u007f'];
  test('with line breaks in name, subject or address is refused', async () => {
    for (const ending of endings)
      for (const field of ['name', 'subject', 'email'] as const) {
        const text = `${plain[field]}${ending}Bcc: victim@evil.test`;
        const answer = await post('203.0.113.1', { [field]: text });
        expect([field, ending, answer.status]).toEqual([field, ending, 400]);
      }
    const lists = [
      'a@b.test, c@evil.test',
      'A <a@b.test>',
      'a@b.test;c@evil.test',
      '"a b"@c.test',
      'a@b@c.test',
    ];
    for (const email of lists)
      expect([email, (await post('203.0.113.1', { email })).status]).toEqual([email, 400]);
    expect(await mails()).toEqual([]);
  });

  test('has one recipient, whatever its text', async () => {
    const evil = 'Bcc: victim@evil.test\nReply-To: victim@evil.test\n\n.\nRCPT TO:<victim@evil.test>';
    await write(anybody, {
      subject: 'Hi\u2028Bcc: victim@evil.test\u2029To: victim@evil.test\u0085<b>',
      message: `${evil}\r\n<script>alert(1)</script>`,
    });
    const [{ to, from, mail, raw } = { raw: '' }] = await deliver();
    expect(to).toEqual(['help@flux.example']);
    expect(from).toBe('flux@flux.example');
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.cc).toBeUndefined();
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^(Bcc|To|Reply-To):.*victim/im);
    expect(mail?.subject).toBe('Support (medium): Hi Bcc: victim@evil.test To: victim@evil.test <b>');
    expect(mail?.text).toContain(evil);
    expect(mail?.html).not.toContain('<script>');
  });

  test('of a bot that fills the hidden field is answered the same and dropped', async () => {
    const person = await post('203.0.113.1');
    const machine = await post('203.0.114.1', { website: 'https://spam.example' });
    const { date: _a, ...headers } = person.headers;
    const { date: _b, ...others } = machine.headers;
    expect([machine.status, machine.text(), Object.keys(others)]).toEqual([
      person.status,
      person.text(),
      Object.keys(headers),
    ]);
    expect(await rowsWith(server, 'spam.example')).toEqual({});
    expect(await mails()).toHaveLength(1);
    expect(await listed()).toHaveLength(1);
    // Empty, because users do not see it.
    expect((await post('203.0.115.1', { website: '' })).status).toBe(200);
    expect(await listed()).toHaveLength(2);
  });
});

describe('floods', () => {
  test('a hundred requests from one network make three mails, and a new hour allows more', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        post(`203.0.113.${index + 1}`, { website: index % 9 ? '' : 'x' }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(hourlyRequests.account);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect((await mails()).length).toBeLessThanOrEqual(hourlyRequests.account);
    const refused = await post('203.0.113.200');
    expect(refused.json()).toMatchObject({
      code: 'too_many_requests',
      error: expect.stringContaining('wait'),
    });
    expect(Number(refused.headers['retry-after'])).toBe(3_600);
    expect((await post('203.0.114.1')).status).toBe(200);
    server.clock.advance(3_600_001);
    expect((await post('203.0.113.200')).status).toBe(200);
  });

  test('an account is counted over its sessions, separately from visitors and others', async () => {
    const again = await signIn(server, 'Ada');
    for (let count = 0; count < hourlyRequests.account; count += 1) await write(count % 2 ? ada : again);
    for (const who of [ada, again])
      await expect(write(who)).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await mails()).toHaveLength(hourlyRequests.account);
    await write(anybody);
    await write(root);
  });

  test('the daily limit of visitors does not affect accounts, and visitors are told the address', async () => {
    const now = server.clock.now();
    const fill = (userId: string | null, count: number) =>
      server.context.db
        .insertInto('support_requests')
        .values(
          Array.from({ length: count }, () => ({
            ...({
              name: '',
              email: '',
              category: 'other',
              priority: 'low',
              subject: 's',
              message: 'm',
            } as const),
            id: newId(),
            user_id: userId,
            user_role: null,
            created_at: now,
            resolved_at: null,
            resolved_by: null,
          })),
        )
        .execute();
    await fill(null, dailyRequests.visitors - 1);
    await Promise.all([1, 2, 3, 4].map((part) => post(`203.0.${part}.1`)));
    expect(await mails()).toHaveLength(1);
    const refused = await post('203.0.9.1');
    expect(refused.status).toBe(429);
    expect(refused.json()).toMatchObject({ error: expect.stringContaining('Help@flux.example') });
    await write(ada);
    await fill(root.id, dailyRequests.all - dailyRequests.visitors - 1);
    await expect(write(ada)).rejects.toMatchObject({ code: 'too_many_requests' });
    server.clock.advance(24 * 3_600_000 + 1);
    expect((await post('203.0.9.1')).status).toBe(200);
  });

  test('senders do not wait for each other', async () => {
    await server.context.db.transaction().execute(async (trx) => {
      await lockSubmissions(trx, 'support-request', { userId: null, network: '203.0.113.' });
      expect((await post('203.0.114.77')).status).toBe(200);
    });
  });
});

describe('administrators', () => {
  test('read and resolve requests, and other users cannot', async () => {
    await write(ada);
    const [{ id } = { id: '' }] = await listed();
    for (const ask of [
      (who: Visitor) => who.call(listSupportRequests),
      (who: Visitor) => resolve(id, who),
      (who: Visitor) => reopen(id, who),
    ]) {
      await expect(ask(ada)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(ask(anybody)).rejects.toMatchObject({ code: 'unauthenticated' });
    }
    await expect(reopen(id)).rejects.toMatchObject({ code: 'conflict' });
    server.clock.advance(1_000);
    await resolve(id);
    await expect(resolve(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await listed({ state: 'open' })).toEqual([]);
    expect(await listed({ state: 'resolved' })).toMatchObject([
      {
        id,
        state: 'resolved',
        resolvedBy: { id: root.id, name: 'Root' },
        resolvedAt: server.clock.now().toISOString(),
      },
    ]);
    await reopen(id);
    expect(await listed({ state: 'open' })).toMatchObject([{ id, resolvedBy: null, resolvedAt: null }]);
    await expect(resolve(newId())).rejects.toMatchObject({ code: 'not_found' });
    await expect(resolve('x')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(listed({ state: 'late' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('resolve a request once, concurrently too, and the audit log has no text', async () => {
    await write(ada, { subject: 'About my secret game' });
    const [{ id } = { id: '' }] = await listed();
    const tried = await Promise.allSettled([resolve(id), resolve(id)]);
    expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await reopen(id);
    const { items } = await root.call(listAuditLog, { query: { target: id } });
    expect(items).toMatchObject([
      { action: 'support.reopen', before: { state: 'resolved' }, after: { state: 'open' } },
      {
        action: 'support.resolve',
        actor: { id: root.id, name: 'Root' },
        target: { kind: 'support', id, name: 'Bugs' },
        before: { state: 'open' },
        after: { state: 'resolved' },
      },
    ]);
    expect(JSON.stringify(items)).not.toMatch(/secret|eve@/);
  });

  test('see requests in pages, newest first', async () => {
    for (let index = 0; index < 5; index += 1) {
      await post(`198.51.${index}.1`, { subject: `Request ${index}` });
      if (index % 2) server.clock.advance(1_000);
    }
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await root.call(listSupportRequests, { query: { limit: 2, cursor } });
      found.push(...page.items.map(({ subject }) => subject));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(found[0]).toBe('Request 4');
    expect(found.toSorted()).toEqual([0, 1, 2, 3, 4].map((index) => `Request ${index}`));
    await expect(listed({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

test('do not see requests of deleted users, including those sent signed out', async () => {
  await write(ada, { subject: 'With my account' });
  await write(anybody, { subject: 'Without it', email: ada.email.toUpperCase() });
  await write(anybody, { subject: 'Of somebody else' });
  await ada.call(deleteMe, { body: { confirm: 'Ada' } });
  expect(await listed()).toMatchObject([{ subject: 'Of somebody else' }]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Support (medium): Of somebody else']);
  for (const text of [ada.id, ada.email, 'With my account', 'Without it'])
    expect([text, await rowsWith(server, text)]).toEqual([text, {}]);
});

test('can be deleted, and their resolutions stay', async () => {
  await write(anybody);
  const [{ id } = { id: '' }] = await listed();
  const second = await signIn(server, 'Second', { role: 'admin' });
  await resolve(id, second);
  await server.context.db.deleteFrom('users').where('id', '=', second.id).execute();
  expect(await listed()).toMatchObject([{ id, state: 'resolved', resolvedBy: null }]);
});
