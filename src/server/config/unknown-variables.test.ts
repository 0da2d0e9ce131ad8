import { expect, test } from 'vitest';
import { variables } from './config.ts';
import { unknownVariables } from './unknown-variables.ts';

test('no setting that Flux reads is unknown, nor is the file variant of a secret', () => {
  const known = variables.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
  expect(unknownVariables(Object.fromEntries(known.map((name) => [name, 'something'])))).toEqual([]);
});

test('an unknown setting is reported with the nearest known one', () => {
  const meant = {
    FLUX_PORTT: 'PORT',
    FLUX_PORT: 'PORT',
    FLUX_DATABASE_URL: 'DATABASE_URL',
    FLUX_ADMIN_EMAIL: 'FLUX_ADMIN_EMAILS',
    FLUX_PUBILC_URL: 'FLUX_PUBLIC_URL',
    FLUX_SMTP_PASSWORD_FLIE: 'FLUX_SMTP_PASSWORD_FILE',
    flux_log_level: 'FLUX_LOG_LEVEL',
  };
  for (const [name, nearest] of Object.entries(meant))
    expect(unknownVariables({ [name]: 'x' })).toEqual([
      `${name} is set, but Flux knows no such setting and ignores it. Did you mean ${nearest}?`,
    ]);
});

test('an unknown setting without a near match is reported alone, without its value', () => {
  expect(unknownVariables({ FLUX_COLOUR: 'hush', FLUX_XY: 'hush', PORTT: 'hush' })).toEqual([
    'FLUX_COLOUR is set, but Flux knows no such setting and ignores it.',
    'FLUX_XY is set, but Flux knows no such setting and ignores it.',
  ]);
});

test('a file variant of a setting that is no secret is reported as such', () => {
  expect(unknownVariables({ FLUX_DATA_FILE: '/run/secrets/data' })).toEqual([
    'FLUX_DATA_FILE is set, but Flux knows no such setting and ignores it. FLUX_DATA is no secret, so it is read from no file.',
  ]);
});

test('empty variables and those that Kubernetes sets for a service called flux are ignored', () => {
  expect(
    unknownVariables({
      FLUX_COLOUR: ' ',
      FLUX_SERVICE_HOST: '10.0.0.1',
      FLUX_SERVICE_PORT_HTTP: '3000',
      FLUX_PORT: 'tcp://10.0.0.1:3000',
      FLUX_PORT_3000_TCP_ADDR: '10.0.0.1',
    }),
  ).toEqual([]);
});
