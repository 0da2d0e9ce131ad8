import { describe, expect, test } from 'vitest';
import { otherWebApp } from '#fixtures/archives.ts';
import { type FixtureEntry, makeTree } from '#fixtures/tree.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { makeWasm } from '#fixtures/unity-parts.ts';
import { inspectTree } from './inspect.ts';

const report = async (entries: readonly FixtureEntry[]) => (await inspectTree(makeTree(entries))).report;
const shared = makeWasm({ shared: true });
const plain = makeWasm();

/** What Godot 4 and Emscripten export, but for their scripts' content. */
const godot = (code: Buffer): FixtureEntry[] => [
  { name: 'index.html', data: '<!doctype html><title>Godot</title><script src="index.js"></script>' },
  { name: 'index.js', data: 'const engine = new Engine(GODOT_CONFIG);' },
  { name: 'index.side.wasm', data: plain },
  { name: 'index.wasm', data: code },
  { name: 'index.pck', data: 'GDPC' },
];

describe('a build that is not of Unity', () => {
  test('has threads if some of its code shares its memory', async () => {
    expect(await report(godot(shared))).toMatchObject({
      kind: 'web',
      threads: true,
      parts: [],
      warnings: [{ code: 'threads', message: expect.not.stringContaining('Unity') }],
    });
  });

  test('has none if no code does', async () => {
    for (const build of [godot(plain), godot(Buffer.from('no code')), otherWebApp])
      expect(await report(build)).toMatchObject({ kind: 'web', threads: false, warnings: [] });
  });

  test('is searched up to dozens of modules', async () => {
    const modules = Array.from({ length: 2000 }, (_, at) => ({ name: `code/${at}.wasm`, data: plain }));
    const tree = makeTree([{ name: 'index.html', data: '<!doctype html>' }, ...modules]);
    const opened = new Set<string>();
    const files = tree.files.map((file) => ({
      ...file,
      read: (start: number, length: number) => {
        if (file.path.endsWith('.wasm')) opened.add(file.path);
        return file.read(start, length);
      },
    }));
    await inspectTree({ ...tree, files });
    expect(opened.size).toBeGreaterThanOrEqual(24);
    expect(opened.size).toBeLessThan(100);
  });
});

test('promises browsers only with a host for each game, which the report cannot know', async () => {
  const { warnings } = await report(await makeInstanceBuild({ threads: true }));
  const { message = '' } = warnings.find(({ code }) => code === 'threads') ?? {};
  const promises = message.match(/[^.]*\b(?:Chrome|isolated:)[^.]*\./g);
  expect(promises).toEqual([expect.stringMatching(/^ Where Flux has an address of its own for each game,/)]);
  expect(message).toMatch(/On a Flux without such addresses hardly any browser starts it\.$/);
});

test('a Unity build has threads by its own code, whatever other files contain', async () => {
  const beside = { name: 'StreamingAssets/plugin.wasm', data: shared };
  expect((await report([...(await makeInstanceBuild()), beside])).threads).toBe(false);
  expect((await report(await makeInstanceBuild({ threads: true }))).threads).toBe(true);
});

test('a module that imports an exception before its memory still shares it', async () => {
  const text = (value: string) => [value.length, ...Buffer.from(value, 'latin1')];
  const tag = [...text('env'), ...text('__cpp_exception'), 4, 0, 0];
  const memory = [...text('env'), ...text('memory'), 2, 3, 1, 1];
  const imports = [2, ...tag, ...memory];
  const module = Buffer.from([...shared.subarray(0, 8), 2, imports.length, ...imports]);
  expect((await report(godot(module))).threads).toBe(true);
});
