import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectFolder } from '../../project-folder.ts';
import { sourceStack } from './source-stack.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flux-built-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const addressOf = (...path: string[]) => pathToFileURL(join(folder, ...path)).href;

function stackAt(place: string): string {
  return `Error: it broke\n    at fail (${place})\n    at async Promise.all (index 0)\n    at node:internal/main:5:1`;
}

test('a position in a built script is shown by its source line', () => {
  // Line 1, column 1 of the script is line 3, column 5 of the source.
  const map = { version: 3, sources: ['../src/a.ts'], names: [], mappings: 'AAEI' };
  writeFileSync(join(folder, 'server.js.map'), JSON.stringify(map));
  const built = stackAt(`${addressOf('server.js')}:1:1`);
  const source = new URL('../src/a.ts', addressOf('server.js')).href;
  expect(sourceStack(built, `${addressOf()}/`)).toBe(stackAt(`${source}:3:5`));
});

test('a position without a map is unchanged', () => {
  const map = { version: 3, sources: [], names: [], mappings: '' };
  writeFileSync(join(folder, 'packages.js.map'), JSON.stringify(map));
  writeFileSync(join(folder, 'broken.js.map'), '{');
  for (const name of ['packages.js', 'broken.js', 'none.js']) {
    const stack = stackAt(`${addressOf(name)}:7:2`);
    expect(sourceStack(stack, `${addressOf()}/`)).toBe(stack);
  }
  const elsewhere = stackAt('file:///elsewhere/server.js:1:1');
  expect(sourceStack(elsewhere, `${addressOf()}/`)).toBe(elsewhere);
});

test('a position in the built server is shown by its source line', () => {
  const built = join(projectFolder, 'dist/server');
  const marker = 'Flux is ready at';
  const script = readdirSync(built).find(
    (name) => name.endsWith('.js') && readFileSync(join(built, name), 'utf8').includes(marker),
  );
  const before = readFileSync(join(built, script ?? ''), 'utf8').split(marker)[0] ?? '';
  const lines = before.split('\n');
  const place = `${pathToFileURL(join(built, script ?? '')).href}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
  const told = sourceStack(stackAt(place), `${pathToFileURL(built).href}/`);
  const [, source = '', line] = /at fail \((file:.*):(\d+):\d+\)/.exec(told) ?? [];
  expect(source).toMatch(/\/src\/server\/main\.ts$/);
  expect(readFileSync(new URL(source), 'utf8').split('\n')[Number(line) - 1]).toContain(marker);
});
