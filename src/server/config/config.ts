import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { Isolation } from '#shared/play/isolation.ts';
import { maxUploadBytesDefault } from '#shared/versions/build-file.ts';
import type { SmtpSettings } from '../platform/mail/mailer.ts';
import { mailVariables, readMail } from './mail-config.ts';
import { type PaymentsConfig, paymentVariables, readPayments } from './payments-config.ts';
import {
  type Machine,
  type ProcessesConfig,
  processVariables,
  readProcesses,
  thisMachine,
} from './processes-config.ts';
import { readSignIn, type SignInConfig, signInVariables } from './sign-in-config.ts';

/** Everything that can be set from outside. `.env.example` explains each variable; a test keeps it complete. */
export interface Config extends ProcessesConfig {
  host: string;
  port: number;
  /** Absolute path. */
  dataDir: string;
  /** Null: Flux runs its own PostgreSQL below `dataDir`. */
  databaseUrl: string | null;
  /** Origin without a trailing slash, as in `http://flux.localhost:3000`. */
  publicUrl: string;
  /**
   * Origin with `{app}` in its host name, such as `http://{app}.flux.localhost:3000`. Null: apps have no own hosts,
   * and builds are served below a path of Flux's own host, in an opaque sandbox.
   */
  contentOrigin: string | null;
  adminEmails: string[];
  /** The identity providers. Without any, a local server uses its own local provider. */
  signIn: SignInConfig;
  /** Null: no mail is sent; it stays in the outbox. */
  mail: SmtpSettings | null;
  /** The payment service. */
  payments: PaymentsConfig;
  /** Off during maintenance: the server responds, but runs no background work. */
  backgroundJobs: boolean;
  /** Whether administrators may move the server's clock, for tests. */
  testClock: boolean;
  /** The address for support requests. */
  supportEmail: string;
  maxUploadBytes: number;
  /** Addresses or CIDR ranges of trusted proxies, whose `X-Forwarded-*` headers are used. */
  trustedProxies: string[];
  /** Host names, addresses and CIDR ranges of internal networks that storage endpoints may use. */
  storageHosts: string[];
  /** Absolute path of the folder with Google key files. Null: none. */
  googleKeyFolder: string | null;
  /** Origin of a Google Cloud Storage emulator. Null: Google's own. */
  googleStorageEndpoint: string | null;
  /** The size of the disk cache for files of remote stores, in bytes. */
  cacheBytes: number;
  /** Absolute path of another build of the web app. Null: the one of `npm start`. */
  webFolder: string | null;
  logLevel: string;
  /** Signs grants for private apps. Null: generated once and stored below `dataDir`. */
  secretKey: string | null;
}

const cacheBytesDefault = 5 * 2 ** 30;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Every variable that Flux reads; `NAME_FILE` works for those marked secret. */
export const variables = [
  { name: 'HOST', secret: false },
  { name: 'PORT', secret: false },
  { name: 'FLUX_DATA', secret: false },
  { name: 'DATABASE_URL', secret: true },
  ...processVariables,
  { name: 'FLUX_BACKGROUND_JOBS', secret: false },
  { name: 'FLUX_PUBLIC_URL', secret: false },
  { name: 'FLUX_CONTENT_ORIGIN', secret: false },
  { name: 'FLUX_ADMIN_EMAILS', secret: false },
  ...signInVariables,
  { name: 'FLUX_SUPPORT_EMAIL', secret: false },
  ...mailVariables,
  ...paymentVariables,
  { name: 'FLUX_TEST_CLOCK', secret: false },
  { name: 'FLUX_MAX_UPLOAD_BYTES', secret: false },
  { name: 'FLUX_TRUSTED_PROXIES', secret: false },
  { name: 'FLUX_STORAGE_HOSTS', secret: false },
  { name: 'FLUX_GOOGLE_KEY_FOLDER', secret: false },
  { name: 'FLUX_GOOGLE_STORAGE_ENDPOINT', secret: false },
  { name: 'FLUX_CACHE_BYTES', secret: false },
  { name: 'FLUX_WEB_FOLDER', secret: false },
  { name: 'FLUX_LOG_LEVEL', secret: false },
  { name: 'FLUX_SECRET_KEY', secret: true },
] as const;
type VariableName = (typeof variables)[number]['name'];

export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the environment once.
 * @throws ConfigError with every mistake at once, each in a sentence that names the variable
 */
export function readConfig(
  env: Record<string, string | undefined>,
  machine: Machine = thisMachine(),
): Config {
  const problems: string[] = [];
  const read = (name: VariableName) => readVariable(env, name, problems);

  const port = readInteger('PORT', read('PORT'), 3000, 1, 65_535, problems);
  const publicUrl = readOrigin(
    'FLUX_PUBLIC_URL',
    read('FLUX_PUBLIC_URL') ?? `http://flux.localhost:${port}`,
    problems,
  );
  const contentOrigin = readContentOrigin(read('FLUX_CONTENT_ORIGIN'), publicUrl, problems);
  const databaseUrl = read('DATABASE_URL') ?? null;
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    problems.push(
      'DATABASE_URL must begin with postgres:// or postgresql://. Leave it out to use the embedded PostgreSQL.',
    );
  }
  const logLevel = read('FLUX_LOG_LEVEL') ?? 'warn';
  if (!logLevels.includes(logLevel)) {
    problems.push(`FLUX_LOG_LEVEL is '${logLevel}', but must be one of ${logLevels.join(', ')}.`);
  }
  const adminEmails = readList(
    read('FLUX_ADMIN_EMAILS') ?? (isLocal(publicUrl) ? 'admin@flux.localhost' : ''),
  );
  for (const email of adminEmails) {
    if (!isEmail(email))
      problems.push(`FLUX_ADMIN_EMAILS contains '${email}', which is not an e-mail address.`);
  }
  const supportEmail = read('FLUX_SUPPORT_EMAIL') ?? `support@${new URL(publicUrl).hostname}`;
  if (!isEmail(supportEmail))
    problems.push(`FLUX_SUPPORT_EMAIL is '${supportEmail}', which is not an e-mail address.`);
  const trustedProxies = readList(read('FLUX_TRUSTED_PROXIES') ?? '');
  for (const proxy of trustedProxies) {
    if (!isAddressRange(proxy))
      problems.push(
        `FLUX_TRUSTED_PROXIES contains '${proxy}', which is neither an IP address nor a range such as 10.0.0.0/8.`,
      );
  }
  const storageHosts = readList(read('FLUX_STORAGE_HOSTS') ?? '');
  for (const host of storageHosts) {
    if (!isAddressRange(host) && !isHostName(host))
      problems.push(
        `FLUX_STORAGE_HOSTS contains '${host}', which is neither a host name, an IP address nor a range such as 10.0.0.0/8.`,
      );
  }
  const googleKeyFolder = read('FLUX_GOOGLE_KEY_FOLDER');
  const googleStorageEndpoint = read('FLUX_GOOGLE_STORAGE_ENDPOINT');
  const webFolder = read('FLUX_WEB_FOLDER');
  const secretKey = read('FLUX_SECRET_KEY') ?? null;
  if (secretKey !== null && secretKey.length < 32) {
    problems.push(
      'FLUX_SECRET_KEY is too short: at least 32 characters are needed. `openssl rand -base64 32` makes one.',
    );
  }
  const host = read('HOST') ?? '127.0.0.1';
  const processesConfig = readProcesses({
    read,
    readInteger: (name, fallback, least, most) =>
      readInteger(name, read(name), fallback, least, most, problems),
    problems,
    machine,
    isExternalDatabase: databaseUrl !== null,
  });
  const payments = readPayments({ read, problems, isLocal: isLocal(publicUrl) });
  const config: Config = {
    host,
    port,
    dataDir: resolve(read('FLUX_DATA') ?? './data'),
    databaseUrl,
    ...processesConfig,
    publicUrl,
    contentOrigin,
    adminEmails: adminEmails.map((email) => email.toLowerCase()),
    signIn: readSignIn({ read, problems, isLocal }),
    mail: readMail({ read, problems }),
    payments,
    backgroundJobs: readSwitch('FLUX_BACKGROUND_JOBS', read('FLUX_BACKGROUND_JOBS'), true, problems),
    testClock: readTestClock(read('FLUX_TEST_CLOCK'), { host, publicUrl, payments }, problems),
    supportEmail,
    maxUploadBytes: readInteger(
      'FLUX_MAX_UPLOAD_BYTES',
      read('FLUX_MAX_UPLOAD_BYTES'),
      maxUploadBytesDefault,
      1,
      2 ** 40,
      problems,
    ),
    trustedProxies,
    storageHosts,
    googleKeyFolder: googleKeyFolder === undefined ? null : resolve(googleKeyFolder),
    googleStorageEndpoint:
      googleStorageEndpoint === undefined
        ? null
        : readOrigin('FLUX_GOOGLE_STORAGE_ENDPOINT', googleStorageEndpoint, problems),
    cacheBytes: readInteger(
      'FLUX_CACHE_BYTES',
      read('FLUX_CACHE_BYTES'),
      cacheBytesDefault,
      0,
      2 ** 50,
      problems,
    ),
    webFolder: webFolder === undefined ? null : resolve(webFolder),
    logLevel,
    secretKey,
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Moving the clock deletes old content, so only a local server may have a test clock. */
function readTestClock(
  word: string | undefined,
  { host, publicUrl, payments }: Pick<Config, 'host' | 'publicUrl' | 'payments'>,
  problems: string[],
): boolean {
  if (!readSwitch('FLUX_TEST_CLOCK', word, false, problems)) return false;
  if (!isLocal(publicUrl) || !['127.0.0.1', '::1', 'localhost'].includes(host))
    problems.push('FLUX_TEST_CLOCK is on, but this is for a Flux that only this machine can reach.');
  else if (payments.service?.name !== 'sandbox')
    problems.push('FLUX_TEST_CLOCK is on, but this is for the payment sandbox: no other service follows it.');
  return true;
}

/** Whether an origin is on this machine only, where the local identity provider may be used. */
export function isLocal(origin: string): boolean {
  const host = URL.canParse(origin) ? new URL(origin).hostname : '';
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]';
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}

/** An IP address, or a range in CIDR notation (RFC 4632) with a prefix that fits its family. */
function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** Without a port: what may be connected to is a machine. */
function isHostName(text: string): boolean {
  const labels = text.replace(/\.$/, '').split('.');
  return (
    labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

export function isolationOf(config: Pick<Config, 'contentOrigin'>): Isolation {
  return config.contentOrigin === null ? 'sandbox' : 'origin';
}

function readVariable(
  env: Record<string, string | undefined>,
  name: VariableName,
  problems: string[],
): string | undefined {
  const direct = env[name]?.trim() || undefined;
  const secret = variables.some((variable) => variable.name === name && variable.secret);
  const file = secret ? env[`${name}_FILE`]?.trim() : undefined;
  if (!file) return direct;
  if (direct) {
    problems.push(`${name} and ${name}_FILE are both set; please keep one.`);
    return direct;
  }
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    problems.push(`${name}_FILE names '${file}', which cannot be read.`);
    return undefined;
  }
}

function readInteger(
  name: VariableName,
  text: string | undefined,
  fallback: number,
  least: number,
  most: number,
  problems: string[],
): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  problems.push(`${name} is '${text}', but must be a whole number from ${least} to ${most}.`);
  return fallback;
}

function readSwitch(
  name: VariableName,
  word: string | undefined,
  fallback: boolean,
  problems: string[],
): boolean {
  if (word === undefined) return fallback;
  if (word !== 'on' && word !== 'off') problems.push(`${name} is '${word}', but must be on or off.`);
  return word === 'on';
}

function readOrigin(name: VariableName, text: string, problems: string[]): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username
  )
    return url.origin;
  problems.push(`${name} is '${text}', but must be an address without a path, such as https://flux.example.`);
  return 'http://flux.localhost:3000';
}

/** The value of `FLUX_CONTENT_ORIGIN` that serves builds below Flux's own host. */
const sameHost = 'same-host';

function readContentOrigin(text: string | undefined, publicUrl: string, problems: string[]): string | null {
  const { protocol, host, hostname } = new URL(publicUrl);
  // A number has no names below it.
  if (text === undefined) return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : `${protocol}//{app}.${host}`;
  if (text === sameHost) return null;
  const origin = text.replace(/\/$/, '');
  const sample = origin.replace('{app}', 'app');
  const url = URL.canParse(sample) ? new URL(sample) : null;
  const shaped = /^https?:\/\/\{app\}\.[^/{}?#]+$/.test(origin) && url !== null;
  if (!shaped) {
    problems.push(
      `FLUX_CONTENT_ORIGIN is '${text}', but must be an address whose host begins with {app}., such as https://{app}.play.flux.example, or '${sameHost}' where no wildcard name can be had.`,
    );
    return null;
  }
  if (url.protocol !== protocol) {
    problems.push(
      `FLUX_CONTENT_ORIGIN must use the same protocol as FLUX_PUBLIC_URL (${publicUrl}); browsers block the mixture.`,
    );
  }
  return origin;
}

function readList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
