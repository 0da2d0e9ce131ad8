import { readFile } from 'node:fs/promises';
import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import { screens } from './manifest.ts';
import { allWidths, readOptions } from './options.ts';

const app = await readFile(new URL('../../src/web/app.tsx', import.meta.url), 'utf8');
const routes = [...app.matchAll(/<Route\s[^>]*?\bpath="([^"]+)"/g)].map(([, path = '']) => path);

test('every route of the web app has a screen, and every screen belongs to a route', () => {
  expect(routes.length).toBeGreaterThan(10);
  expect([...new Set(screens.map(({ route }) => route))].sort()).toEqual([...new Set(routes)].sort());
});

test('a screen without actions has an address of its route', () => {
  const elsewhere = screens.filter(({ route, path, act }) => {
    // Actions may lead to another route.
    if (typeof path !== 'string' || act) return false;
    const { pathname } = new URL(path, 'http://flux.test');
    const first = routes.find((pattern) => pattern !== '*' && matchPath(pattern, pathname));
    return (first ?? '*') !== route;
  });
  expect(elsewhere.map(({ name }) => name)).toEqual([]);
});

test('each screen has a unique name that is valid as a file name', () => {
  const names = screens.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
});

test('the widths of a screen are among the known widths', () => {
  const own = screens.flatMap(({ widths }) => widths ?? []);
  expect(own.filter((width) => !allWidths.some((one) => one === width))).toEqual([]);
});

test('options name screens, widths and themes, and an error lists the accepted values', () => {
  const args = ['--only', 'home, play', '--widths', '390,1280', '--themes', 'light'];
  expect(readOptions(args)).toMatchObject({ only: ['home', 'play'], widths: [390, 1280], themes: ['light'] });
  expect(readOptions([])).toMatchObject({ only: [], widths: [...allWidths], themes: ['dark', 'light'] });
  expect(() => readOptions(['--widths', 'phone'])).toThrow(/--widths takes numbers/);
  expect(() => readOptions(['--themes', 'sepia'])).toThrow(/dark and light/);
});
