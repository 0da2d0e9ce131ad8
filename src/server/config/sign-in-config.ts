interface Client {
  clientId: string;
  clientSecret: string;
}
export interface GoogleSettings extends Client {
  issuer: string;
}
export interface GithubSettings extends Client {
  /** The web address of the provider, such as `https://github.com`. */
  url: string;
  apiUrl: string;
}
export interface MicrosoftSettings extends Client {
  /** The cloud, such as `https://login.microsoftonline.com`. */
  url: string;
  /** The accounts that may sign in: a tenant's id or domain, `organizations`, `consumers`, or `common` for both. */
  tenant: string;
}
export interface IssuerSettings {
  issuer: string;
  clientId: string;
  /** Null: a public client. */
  clientSecret: string | null;
  /** The button's text after 'Continue with'. */
  label: string;
}

/** The ways to sign in; null is one that is not configured. */
export interface SignInConfig {
  google: GoogleSettings | null;
  github: GithubSettings | null;
  microsoft: MicrosoftSettings | null;
  oidc: IssuerSettings | null;
}

export const signInVariables = [
  { name: 'FLUX_GOOGLE_CLIENT_ID', secret: false },
  { name: 'FLUX_GOOGLE_CLIENT_SECRET', secret: true },
  { name: 'FLUX_GOOGLE_ISSUER', secret: false },
  { name: 'FLUX_GITHUB_CLIENT_ID', secret: false },
  { name: 'FLUX_GITHUB_CLIENT_SECRET', secret: true },
  { name: 'FLUX_GITHUB_URL', secret: false },
  { name: 'FLUX_GITHUB_API_URL', secret: false },
  { name: 'FLUX_MICROSOFT_CLIENT_ID', secret: false },
  { name: 'FLUX_MICROSOFT_CLIENT_SECRET', secret: true },
  { name: 'FLUX_MICROSOFT_TENANT', secret: false },
  { name: 'FLUX_MICROSOFT_URL', secret: false },
  { name: 'FLUX_OIDC_ISSUER', secret: false },
  { name: 'FLUX_OIDC_CLIENT_ID', secret: false },
  { name: 'FLUX_OIDC_CLIENT_SECRET', secret: true },
  { name: 'FLUX_OIDC_NAME', secret: false },
] as const;
type VariableName = (typeof signInVariables)[number]['name'];

interface Reading {
  /** The value of a variable, or of its file; undefined if unset. */
  read: (name: VariableName) => string | undefined;
  problems: string[];
  /** Whether an origin is on this machine only. */
  isLocal: (origin: string) => boolean;
}

const github = 'https://github.com';
const maxLabelLength = 40;

/** Reads the identity providers. An incomplete one is a mistake. */
export function readSignIn({ read, ...rest }: Reading): SignInConfig {
  // Read each variable once, so that a mistake in its file is listed once.
  const values = new Map(signInVariables.map(({ name }) => [name, read(name)]));
  const reading = { ...rest, read: (name: VariableName) => values.get(name) };
  return {
    google: readGoogle(reading),
    github: readGithub(reading),
    microsoft: readMicrosoft(reading),
    oidc: readIssuer(reading),
  };
}

function readGoogle(reading: Reading): GoogleSettings | null {
  const client = readClient(reading, 'GOOGLE', ['FLUX_GOOGLE_ISSUER']);
  const issuer = readAddress(reading, 'FLUX_GOOGLE_ISSUER', 'https://accounts.google.com');
  return client && { ...client, issuer };
}

function readGithub(reading: Reading): GithubSettings | null {
  const client = readClient(reading, 'GITHUB', ['FLUX_GITHUB_URL', 'FLUX_GITHUB_API_URL']);
  const url = readBase(reading, 'FLUX_GITHUB_URL', github);
  // GitHub Enterprise Server has its API below its own address.
  const usualApi = url === github ? 'https://api.github.com' : `${url}/api/v3`;
  return client && { ...client, url, apiUrl: readBase(reading, 'FLUX_GITHUB_API_URL', usualApi) };
}

function readMicrosoft(reading: Reading): MicrosoftSettings | null {
  const client = readClient(reading, 'MICROSOFT', ['FLUX_MICROSOFT_TENANT', 'FLUX_MICROSOFT_URL']);
  const url = readBase(reading, 'FLUX_MICROSOFT_URL', 'https://login.microsoftonline.com');
  const tenant = reading.read('FLUX_MICROSOFT_TENANT') ?? 'common';
  if (!/^[\w.-]+$/.test(tenant))
    reading.problems.push(
      `FLUX_MICROSOFT_TENANT is '${tenant}', but must be a tenant's id or domain, or common, organizations or consumers.`,
    );
  return client && { ...client, url, tenant };
}

function readIssuer(reading: Reading): IssuerSettings | null {
  const { read, problems } = reading;
  const needed = ['FLUX_OIDC_ISSUER', 'FLUX_OIDC_CLIENT_ID'] as const;
  if (!isWhole(reading, needed, ['FLUX_OIDC_CLIENT_SECRET', 'FLUX_OIDC_NAME'])) return null;
  const label = read('FLUX_OIDC_NAME') ?? 'single sign-on';
  if (label.length > maxLabelLength || /\p{Cc}/u.test(label))
    problems.push(`FLUX_OIDC_NAME must be one line of at most ${maxLabelLength} characters.`);
  return {
    issuer: readAddress(reading, 'FLUX_OIDC_ISSUER', ''),
    clientId: read('FLUX_OIDC_CLIENT_ID') ?? '',
    clientSecret: read('FLUX_OIDC_CLIENT_SECRET') ?? null,
    label,
  };
}

function readClient(
  reading: Reading,
  provider: 'GOOGLE' | 'GITHUB' | 'MICROSOFT',
  others: readonly VariableName[],
): Client | null {
  const needed = [`FLUX_${provider}_CLIENT_ID`, `FLUX_${provider}_CLIENT_SECRET`] as const;
  if (!isWhole(reading, needed, others)) return null;
  const [clientId = '', clientSecret = ''] = needed.map(reading.read);
  return { clientId, clientSecret };
}

/** Whether all required settings are set; a partial configuration is a mistake. */
function isWhole(
  { read, problems }: Reading,
  needed: readonly VariableName[],
  others: readonly VariableName[],
): boolean {
  const missing = needed.filter((name) => read(name) === undefined);
  if (missing.length === 0) return true;
  const present = [...needed, ...others].filter((name) => read(name) !== undefined);
  const isOrAre = missing.length === 1 ? 'is' : 'are';
  if (present.length > 0)
    problems.push(
      `${present.join(' and ')} ${present.length === 1 ? 'is' : 'are'} set, but ${missing.join(' and ')} ${isOrAre} missing: set all of them, or none.`,
    );
  return false;
}

/**
 * A base address without a trailing slash. It is also part of account keys, so letter case and default port are
 * normalized.
 */
function readBase(reading: Reading, name: VariableName, fallback: string): string {
  return new URL(readAddress(reading, name, fallback)).href.replace(/\/+$/, '');
}

/** Plain http is allowed only on this machine. */
function readAddress({ read, problems, isLocal }: Reading, name: VariableName, fallback: string): string {
  const text = read(name);
  if (text === undefined) return fallback;
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url && !url.search && !url.hash && !url.username && !url.password;
  if (!plain || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.origin)))) {
    problems.push(
      `${name} is '${text}', but must be an address that begins with https://, or with http:// and is on this machine.`,
    );
    return fallback;
  }
  return text;
}
