import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { startWarnings } from './start-warnings.ts';

const warningsOf = (env: Record<string, string>) => startWarnings(env, readConfig(env));
const elsewhere = { FLUX_PUBLIC_URL: 'https://flux.example' };

test('a public server without a sign-in provider warns at startup and names the settings', () => {
  expect(warningsOf(elsewhere)).toEqual([
    expect.stringMatching(
      /^Nobody can sign in at https:\/\/flux\.example: .*FLUX_GOOGLE_CLIENT_ID and FLUX_GOOGLE_CLIENT_SECRET/,
    ),
  ]);
  const lan = { FLUX_PUBLIC_URL: 'http://192.168.1.20:3000' };
  expect(warningsOf(lan)).toEqual([expect.stringMatching(/^Nobody can sign in at http:\/\/192\.168\.1\.20/)]);
});

test('with a sign-in provider there is no warning', () => {
  expect(warningsOf({})).toEqual([]);
  const oidc = { FLUX_OIDC_ISSUER: 'https://id.example', FLUX_OIDC_CLIENT_ID: 'flux' };
  expect(warningsOf({ ...elsewhere, ...oidc })).toEqual([]);
});

test('all problems are reported, including unknown settings', () => {
  expect(warningsOf({ ...elsewhere, FLUX_BACKGROUND_JOBS: 'off', FLUX_PORTT: '80' })).toEqual([
    expect.stringContaining('FLUX_PORTT'),
    expect.stringContaining('background jobs are off'),
    expect.stringContaining('Nobody can sign in'),
  ]);
});
