import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const from = { FLUX_MAIL_FROM: 'Flux <flux@flux.example>' };

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
}

test('without mail settings no mail is sent', () => {
  expect(readConfig({}).mail).toBeNull();
});

const settings: [Record<string, string>, object][] = [
  [
    { FLUX_SMTP_URL: 'smtps://flux%40flux.example:p%2Fss@mail.example.com' },
    { host: 'mail.example.com', port: 465, tls: 'implicit', user: 'flux@flux.example', password: 'p/ss' },
  ],
  [
    { FLUX_SMTP_URL: 'smtp://mail.example.com' },
    { host: 'mail.example.com', port: 587, tls: 'starttls', user: null, password: null },
  ],
  [{ FLUX_SMTP_URL: 'smtp://mail.example.com:465' }, { port: 465, tls: 'implicit' }],
  [{ FLUX_SMTP_URL: 'smtp://127.0.0.1:1025' }, { host: '127.0.0.1', port: 1025, tls: 'none' }],
  [{ FLUX_SMTP_URL: 'smtp://[::1]:25/' }, { host: '::1', port: 25, tls: 'none' }],
  [{ FLUX_SMTP_URL: 'smtp://localhost', FLUX_SMTP_TLS: 'starttls' }, { tls: 'starttls' }],
  [
    { FLUX_SMTP_URL: 'smtp://10.0.0.5', FLUX_SMTP_TLS: 'none' },
    { host: '10.0.0.5', tls: 'none' },
  ],
  [
    { FLUX_SMTP_HOST: 'mail.example.com', FLUX_SMTP_USER: 'flux', FLUX_SMTP_PASSWORD: 'hush' },
    { host: 'mail.example.com', port: 587, tls: 'starttls', user: 'flux', password: 'hush' },
  ],
  [
    { FLUX_SMTP_HOST: 'mail.example.com', FLUX_SMTP_TLS: 'implicit' },
    { port: 465, tls: 'implicit' },
  ],
  [
    { FLUX_SMTP_HOST: 'mail.example.com', FLUX_SMTP_PORT: '2525' },
    { port: 2525, tls: 'starttls' },
  ],
];

test.each(settings)('%j is accepted', (env, expected) => {
  expect(readConfig({ ...env, ...from }).mail).toMatchObject(expected);
});

test.each([
  ['flux@flux.example', 'Flux', 'flux@flux.example'],
  ['Games of Zoë <flux@flux.example>', 'Games of Zoë', 'flux@flux.example'],
  ['"Games, Inc." <flux@flux.example>', 'Games, Inc.', 'flux@flux.example'],
  ['<flux@flux.example>', 'Flux', 'flux@flux.example'],
])('mail from %s', (text, name, address) => {
  const env = { FLUX_SMTP_URL: 'smtp://mail.example.com', FLUX_MAIL_FROM: text };
  expect(readConfig(env).mail?.from).toEqual({ name, address });
});

const mistakes: [Record<string, string>, RegExp][] = [
  [from, /^FLUX_MAIL_FROM is set, but no server is: set FLUX_SMTP_URL or FLUX_SMTP_HOST/],
  [{ FLUX_SMTP_PORT: '25', ...from }, /^FLUX_SMTP_PORT and FLUX_MAIL_FROM are set, but no server is/],
  [{ FLUX_SMTP_URL: 'smtp://mail.example.com' }, /^FLUX_MAIL_FROM is missing/],
  [{ FLUX_SMTP_URL: 'mail.example.com:587', ...from }, /^FLUX_SMTP_URL must look like smtp:\/\//],
  [{ FLUX_SMTP_URL: 'https://mail.example.com', ...from }, /^FLUX_SMTP_URL must look like/],
  [{ FLUX_SMTP_URL: 'smtp://mail.example.com/?tls=no', ...from }, /^FLUX_SMTP_URL must look like/],
  [{ FLUX_SMTP_URL: 'smtp://a:%zz@mail.example.com', ...from }, /^FLUX_SMTP_URL must look like/],
  [
    { FLUX_SMTP_URL: 'smtp://mail.example.com', FLUX_SMTP_HOST: 'other.example.com', ...from },
    /^FLUX_SMTP_URL and FLUX_SMTP_HOST are both set; please keep one/,
  ],
  [{ FLUX_SMTP_HOST: 'http://mail', ...from }, /^FLUX_SMTP_HOST is 'http:\/\/mail'/],
  [{ FLUX_SMTP_HOST: 'mail', FLUX_SMTP_PORT: '0', ...from }, /^FLUX_SMTP_PORT is '0'/],
  [
    { FLUX_SMTP_HOST: 'mail', FLUX_SMTP_USER: 'flux', ...from },
    /^FLUX_SMTP_USER and FLUX_SMTP_PASSWORD belong/,
  ],
  [
    { FLUX_SMTP_HOST: 'mail', FLUX_SMTP_TLS: 'yes', ...from },
    /^FLUX_SMTP_TLS is 'yes', but must be one of implicit/,
  ],
  [{ FLUX_SMTP_HOST: 'mail', FLUX_MAIL_FROM: 'Flux' }, /^FLUX_MAIL_FROM is 'Flux', but must be an e-mail/],
  [{ FLUX_SMTP_HOST: 'mail', FLUX_MAIL_FROM: 'Flux <a@b' }, /^FLUX_MAIL_FROM is/],
  [{ FLUX_SMTP_HOST: 'mail', FLUX_MAIL_FROM: 'a@b.example, c@d.example' }, /^FLUX_MAIL_FROM is/],
];

test.each(mistakes)('%j is reported as a mistake', (env, sentence) => {
  expect(problemsOf(env)).toEqual([expect.stringMatching(sentence)]);
});

test('a mistake shows neither user nor password', () => {
  const problems = problemsOf({ FLUX_SMTP_URL: 'smtp://ada:hush@mail.example.com/path', ...from });
  expect(problems.join()).not.toMatch(/hush|ada/);
});
