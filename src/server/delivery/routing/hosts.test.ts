import { expect, test } from 'vitest';
import { contentHosts, isSameSite } from './hosts.ts';

const app = 'abcdefghijklmnopqrstuvwxyz';

test.each<[string, string | undefined, boolean]>([
  ['http://{app}.flux.localhost:3000', `${app}.flux.localhost:3000`, true],
  ['http://{app}.flux.localhost:3000', `${app.toUpperCase()}.Flux.Localhost:3000`, true],
  ['http://{app}.flux.localhost:3000', `${app}.flux.localhost:3001`, false],
  ['http://{app}.flux.localhost:3000', `${app}.flux.localhost`, false],
  ['http://{app}.flux.localhost:3000', `${app}.flux.localhost:3000.evil.test`, false],
  ['http://{app}.flux.localhost:3000', `${app}.flux.localhost.:3000`, false],
  ['http://{app}.flux.localhost:3000', `a.${app}.flux.localhost:3000`, false],
  ['http://{app}.flux.localhost:3000', 'flux.localhost:3000', false],
  ['http://{app}.flux.localhost:3000', `${app.slice(1)}.flux.localhost:3000`, false],
  ['http://{app}.flux.localhost:3000', `${app.slice(1)}1.flux.localhost:3000`, false],
  ['http://{app}.flux.localhost:3000', `${app}xflux.localhost:3000`, false],
  ['http://{app}.flux.localhost:3000', undefined, false],
  ['http://{app}.flux.localhost:3000', '', false],
  ['https://{app}.play.flux.example', `${app}.play.flux.example`, true],
  ['https://{app}.play.flux.example', `${app}.play.flux.example:443`, true],
  ['https://{app}.play.flux.example', `${app}.play.flux.example:80`, false],
  ['https://{app}.play.flux.example:443', `${app}.play.flux.example`, true],
])('with %s, the host %s names an app: %s', (contentOrigin, host, named) => {
  expect(contentHosts(contentOrigin)(host)).toBe(named ? app : null);
});

test('only hosts below Flux’s own are surely of its site', () => {
  expect(isSameSite('http://flux.localhost:3000', 'http://{app}.flux.localhost:3000')).toBe(true);
  expect(isSameSite('https://flux.example', 'https://{app}.play.flux.example')).toBe(true);
  expect(isSameSite('https://flux.example', 'https://{app}.fluxusercontent.example')).toBe(false);
  expect(isSameSite('https://flux.example', 'https://{app}.notflux.example')).toBe(false);
});
