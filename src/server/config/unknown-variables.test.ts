import { expect, test } from 'vitest';
import { variables } from './config.ts';
import { unknownVariables } from './unknown-variables.ts';

test('no setting that Flux reads is unknown, nor the file of one that may have one', () => {
  const known = variables.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
  expect(unknownVariables(Object.fromEntries(known.map((name) => [name, 'something'])))).toEqual([]);
});

test('a setting that Flux does not know is told with the one that was meant, if there is one near', () => {
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

test('a setting that is near to none is told alone, and no value is', () => {
  expect(unknownVariables({ FLUX_COLOUR: 'hush', FLUX_XY: 'hush', PORTT: 'hush' })).toEqual([
    'FLUX_COLOUR is set, but Flux knows no such setting and ignores it.',
    'FLUX_XY is set, but Flux knows no such setting and ignores it.',
  ]);
});

test('a file for what is no secret is told as that', () => {
  expect(unknownVariables({ FLUX_DATA_FILE: '/run/secrets/data' })).toEqual([
    'FLUX_DATA_FILE is set, but Flux knows no such setting and ignores it. FLUX_DATA is no secret, so it is read from no file.',
  ]);
});

test('what is empty counts as left out, and what Kubernetes tells of a service called flux is nobody’s slip', () => {
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
