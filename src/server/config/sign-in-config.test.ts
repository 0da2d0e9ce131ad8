import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const google = { FLUX_GOOGLE_CLIENT_ID: 'g', FLUX_GOOGLE_CLIENT_SECRET: 's' };
const github = { FLUX_GITHUB_CLIENT_ID: 'h', FLUX_GITHUB_CLIENT_SECRET: 's' };
const microsoft = { FLUX_MICROSOFT_CLIENT_ID: 'm', FLUX_MICROSOFT_CLIENT_SECRET: 's' };
const issuer = { FLUX_OIDC_ISSUER: 'https://id.example/pool/', FLUX_OIDC_CLIENT_ID: 'o' };

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('a configured provider is enabled at its own addresses', () => {
  expect(readConfig({ ...google, ...github, ...microsoft, ...issuer }).signIn).toEqual({
    google: { clientId: 'g', clientSecret: 's', issuer: 'https://accounts.google.com' },
    github: {
      clientId: 'h',
      clientSecret: 's',
      url: 'https://github.com',
      apiUrl: 'https://api.github.com',
    },
    microsoft: {
      clientId: 'm',
      clientSecret: 's',
      url: 'https://login.microsoftonline.com',
      tenant: 'common',
    },
    // To the letter: issuers differ by their last slash.
    oidc: {
      issuer: 'https://id.example/pool/',
      clientId: 'o',
      clientSecret: null,
      label: 'single sign-on',
    },
  });
});

test('the API of a GitHub Enterprise Server is below its own address', () => {
  const enterprise = { ...github, FLUX_GITHUB_URL: 'https://git.example/' };
  expect(readConfig(enterprise).signIn.github).toMatchObject({
    url: 'https://git.example',
    apiUrl: 'https://git.example/api/v3',
  });
  const elsewhere = { ...enterprise, FLUX_GITHUB_API_URL: 'https://api.git.example' };
  expect(readConfig(elsewhere).signIn.github?.apiUrl).toBe('https://api.git.example');
});

test.each(['https://GitHub.com', 'https://github.com:443', 'HTTPS://github.com/', 'https://github.com//'])(
  'GitHub spelled as %s is GitHub',
  (url) => {
    expect(readConfig({ ...github, FLUX_GITHUB_URL: url }).signIn.github).toMatchObject({
      url: 'https://github.com',
      apiUrl: 'https://api.github.com',
    });
  },
);

test.each([
  [
    { FLUX_GOOGLE_CLIENT_ID: 'g' },
    'FLUX_GOOGLE_CLIENT_ID is set, but FLUX_GOOGLE_CLIENT_SECRET is missing: set all of them, or none.',
  ],
  [
    { FLUX_GITHUB_CLIENT_SECRET: 's' },
    'FLUX_GITHUB_CLIENT_SECRET is set, but FLUX_GITHUB_CLIENT_ID is missing: set all of them, or none.',
  ],
  [
    { FLUX_MICROSOFT_TENANT: 'common' },
    'FLUX_MICROSOFT_TENANT is set, but FLUX_MICROSOFT_CLIENT_ID and FLUX_MICROSOFT_CLIENT_SECRET are missing: set all of them, or none.',
  ],
  [
    { FLUX_OIDC_CLIENT_ID: 'o', FLUX_OIDC_CLIENT_SECRET: 's' },
    'FLUX_OIDC_CLIENT_ID and FLUX_OIDC_CLIENT_SECRET are set, but FLUX_OIDC_ISSUER is missing: set all of them, or none.',
  ],
  [
    { ...google, FLUX_GOOGLE_CLIENT_SECRET: '', FLUX_GOOGLE_CLIENT_SECRET_FILE: '/nowhere' },
    "FLUX_GOOGLE_CLIENT_SECRET_FILE names '/nowhere', which cannot be read.",
  ],
])('%j is incomplete', (env, problem) => {
  expect(problemsOf(env)[0]).toBe(problem);
});

test('a provider must use https or be on this machine', () => {
  for (const url of [
    'http://id.example',
    'id.example',
    'ftp://localhost',
    'https://a:b@id.example',
    'https://id.example?x',
  ])
    expect(problemsOf({ ...google, FLUX_GOOGLE_ISSUER: url })).toEqual([
      expect.stringMatching(/^FLUX_GOOGLE_ISSUER is '.*', but must be an address that begins with https:/),
    ]);
  for (const url of ['http://127.0.0.1:4002', 'http://localhost:4002', 'https://id.example'])
    expect(problemsOf({ ...google, FLUX_GOOGLE_ISSUER: url })).toEqual([]);
});

test('tenants and labels are validated', () => {
  expect(problemsOf({ ...microsoft, FLUX_MICROSOFT_TENANT: '../evil' })).toEqual([
    expect.stringContaining('FLUX_MICROSOFT_TENANT'),
  ]);
  expect(problemsOf({ ...issuer, FLUX_OIDC_NAME: 'x'.repeat(41) })).toEqual([
    expect.stringContaining('FLUX_OIDC_NAME'),
  ]);
  expect(readConfig({ ...issuer, FLUX_OIDC_NAME: 'Acme' }).signIn.oidc?.label).toBe('Acme');
});
