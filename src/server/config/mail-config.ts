import { isIP } from 'node:net';
import type { SmtpSettings } from '../platform/mail/mailer.ts';

export const mailVariables = [
  { name: 'FLUX_SMTP_URL', secret: true },
  { name: 'FLUX_SMTP_HOST', secret: false },
  { name: 'FLUX_SMTP_PORT', secret: false },
  { name: 'FLUX_SMTP_USER', secret: false },
  { name: 'FLUX_SMTP_PASSWORD', secret: true },
  { name: 'FLUX_SMTP_TLS', secret: false },
  { name: 'FLUX_MAIL_FROM', secret: false },
] as const;
type VariableName = (typeof mailVariables)[number]['name'];

interface Reading {
  /** The value of a variable, or of its file; undefined if unset. */
  read: (name: VariableName) => string | undefined;
  problems: string[];
}

type Server = Omit<SmtpSettings, 'from'>;

const tlsKinds = ['implicit', 'starttls', 'none'] as const;
const implicitPort = 465;
const submissionPort = 587;

/** Reads the mail settings; null keeps mail in the outbox. Incomplete settings are a mistake. */
export function readMail({ read, problems }: Reading): SmtpSettings | null {
  // Read each variable once, so that a mistake in its file is listed once.
  const values = new Map(mailVariables.map(({ name }) => [name, read(name)]));
  const reading: Reading = { read: (name) => values.get(name), problems };
  const set = mailVariables.filter(({ name }) => values.get(name) !== undefined).map(({ name }) => name);
  if (set.length === 0) return null;
  const server = readServer(reading);
  const from = readFrom(reading);
  if (server === undefined) {
    problems.push(
      `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set, but no server is: set FLUX_SMTP_URL or FLUX_SMTP_HOST, or none of them.`,
    );
  } else if (values.get('FLUX_MAIL_FROM') === undefined) {
    problems.push(
      'FLUX_MAIL_FROM is missing: the address that mail is from, such as Flux <flux@example.com>.',
    );
  }
  return server && from ? { ...server, from } : null;
}

/** Undefined if unset, null if invalid. */
function readServer(reading: Reading): Server | null | undefined {
  const { read, problems } = reading;
  const url = read('FLUX_SMTP_URL');
  const host = read('FLUX_SMTP_HOST');
  if (url === undefined) return host === undefined ? undefined : readParts(reading, host);
  const others = (
    ['FLUX_SMTP_HOST', 'FLUX_SMTP_PORT', 'FLUX_SMTP_USER', 'FLUX_SMTP_PASSWORD'] as const
  ).filter((name) => read(name) !== undefined);
  if (others.length > 0)
    problems.push(`FLUX_SMTP_URL and ${others.join(' and ')} are both set; please keep one.`);
  return readUrl(reading, url);
}

function readUrl(reading: Reading, text: string): Server | null {
  const url = /^smtps?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : null;
  const parts = url && decoded(url);
  // It contains a password, so it is not shown.
  if (!url?.hostname || !parts || url.search || url.hash || !/^\/?$/.test(url.pathname)) {
    reading.problems.push(
      'FLUX_SMTP_URL must look like smtp://user:password@mail.example.com:587 or smtps://…, with special characters in the user and password percent-encoded.',
    );
    return null;
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isImplicit = url.protocol === 'smtps:';
  const port = url.port === '' ? (isImplicit ? implicitPort : submissionPort) : Number(url.port);
  return { host, port, tls: readTls(reading, isImplicit ? 'implicit' : usualTls(host, port)), ...parts };
}

function decoded({ username, password }: URL): Pick<Server, 'user' | 'password'> | null {
  try {
    return {
      user: username === '' ? null : decodeURIComponent(username),
      password: password === '' ? null : decodeURIComponent(password),
    };
  } catch {
    return null;
  }
}

function readParts(reading: Reading, host: string): Server | null {
  const { read, problems } = reading;
  const wantsImplicit = read('FLUX_SMTP_TLS') === 'implicit';
  const port = Number(read('FLUX_SMTP_PORT') ?? (wantsImplicit ? implicitPort : submissionPort));
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    problems.push(
      `FLUX_SMTP_PORT is '${read('FLUX_SMTP_PORT')}', but must be a whole number from 1 to 65535.`,
    );
  if (!/^[\w.-]+$/.test(host) && isIP(host) === 0)
    problems.push(`FLUX_SMTP_HOST is '${host}', but must be a host name such as mail.example.com.`);
  const user = read('FLUX_SMTP_USER') ?? null;
  const password = read('FLUX_SMTP_PASSWORD') ?? null;
  if ((user === null) !== (password === null))
    problems.push('FLUX_SMTP_USER and FLUX_SMTP_PASSWORD belong together: set both of them, or none.');
  return { host, port, tls: readTls(reading, usualTls(host, port)), user, password };
}

/** A relay on this machine usually has no certificate and needs none. */
function usualTls(host: string, port: number): Server['tls'] {
  if (host === 'localhost' || host === '::1' || host.startsWith('127.')) return 'none';
  return port === implicitPort ? 'implicit' : 'starttls';
}

function readTls({ read, problems }: Reading, defaultTls: Server['tls']): Server['tls'] {
  const text = read('FLUX_SMTP_TLS');
  if (text === undefined) return defaultTls;
  const kind = tlsKinds.find((each) => each === text);
  if (!kind) problems.push(`FLUX_SMTP_TLS is '${text}', but must be one of ${tlsKinds.join(', ')}.`);
  return kind ?? defaultTls;
}

/** `flux@example.com` or `Flux <flux@example.com>`. */
function readFrom({ read, problems }: Reading): SmtpSettings['from'] | null {
  const text = read('FLUX_MAIL_FROM');
  if (text === undefined) return null;
  const [, name = '', address = ''] =
    /^(?:"?([^"<>\p{Cc}]*?)"?\s*<)?([^\s<>@,;:"]+@[\w.-]+)>?$/u.exec(text) ?? [];
  if (address !== '' && text.includes('<') === text.endsWith('>'))
    return { name: name.trim() || 'Flux', address };
  problems.push(
    `FLUX_MAIL_FROM is '${text}', but must be an e-mail address, alone or as in Flux <flux@example.com>.`,
  );
  return null;
}
