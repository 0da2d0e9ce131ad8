import { readFile } from 'node:fs/promises';
import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import { screens } from './manifest.ts';
import { allWidths, readOptions } from './options.ts';

const app = await readFile(new URL('../../src/web/app.tsx', import.meta.url), 'utf8');
const routes = [...app.matchAll(/<Route\s[^>]*?\bpath="([^"]+)"/g)].map(([, path = '']) => path);

test('every route of the web app has a screen, and every screen is of one of them', () => {
  expect(routes.length).toBeGreaterThan(10);
  expect([...new Set(screens.map(({ route }) => route))].sort()).toEqual([...new Set(routes)].sort());
});

test('a screen that nothing is done on is at an address of its route', () => {
  const elsewhere = screens.filter(({ route, path, act }) => {
    // What is done there may lead elsewhere.
    if (typeof path !== 'string' || act) return false;
    const { pathname } = new URL(path, 'http://flux.test');
    const first = routes.find((pattern) => pattern !== '*' && matchPath(pattern, pathname));
    return (first ?? '*') !== route;
  });
  expect(elsewhere.map(({ name }) => name)).toEqual([]);
});

test('each screen has a name of its own, which is good for a file', () => {
  const names = screens.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
});

test('a width at which a screen alone is taken is one that is taken when nothing else is said', () => {
  const own = screens.flatMap(({ widths }) => widths ?? []);
  expect(own.filter((width) => !allWidths.some((one) => one === width))).toEqual([]);
});

test('options name screens, widths and themes, and a mistake says what can be named', () => {
  const args = ['--only', 'home, play', '--widths', '390,1280', '--themes', 'light'];
  expect(readOptions(args)).toMatchObject({ only: ['home', 'play'], widths: [390, 1280], themes: ['light'] });
  expect(readOptions([])).toMatchObject({ only: [], widths: [...allWidths], themes: ['dark', 'light'] });
  expect(() => readOptions(['--widths', 'phone'])).toThrow(/--widths takes numbers/);
  expect(() => readOptions(['--themes', 'sepia'])).toThrow(/dark and light/);
});
