import { describe, expect, test } from 'vitest';
import { below, renamed, withMobileData, without } from '#fixtures/archives.ts';
import { generations } from '#fixtures/generations.ts';
import { realBuild, realVariants } from '#fixtures/real-build.ts';
import { type FixtureEntry, makeTree } from '#fixtures/tree.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { makeLoaderBuild } from '#fixtures/unity-old.ts';
import { inspectTree } from '../inspect.ts';

const plain = await makeInstanceBuild();
const gzip = await makeInstanceBuild({ compression: 'gzip' });
const brotli = await makeInstanceBuild({ compression: 'brotli' });
const fallback = await makeInstanceBuild({ compression: 'brotli', fallback: true });
const withSymbols = await makeInstanceBuild({ symbols: true });
const old = await makeLoaderBuild();
const inspect = async (entries: readonly FixtureEntry[]) => inspectTree(makeTree(entries));

/** Codes of what certainly stops the build. */
async function stopsOf(entries: readonly FixtureEntry[]): Promise<string[]> {
  const { report } = await inspect(entries);
  return report.warnings.filter(({ stops }) => stops).map(({ code }) => code);
}

type Change = (data: Buffer) => Buffer | string;

function changed(entries: readonly FixtureEntry[], name: RegExp, change: Change): FixtureEntry[] {
  expect(entries.some((entry) => name.test(entry.name))).toBe(true);
  return entries.map((entry) =>
    name.test(entry.name) ? { ...entry, data: change(Buffer.from(entry.data)) } : entry,
  );
}

const half: Change = (data) => data.subarray(0, data.length / 2);
const allButLast: Change = (data) => data.subarray(0, -3);
const empty: Change = () => '';
const errorPage: Change = () => '<!doctype html><title>404</title>';
const lfsPointer: Change = () =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`;
const page = (entries: readonly FixtureEntry[], from: string | RegExp, to: string) =>
  changed(entries, /^index\.html$/, (data) => String(data).replace(from, to));

describe('a build certainly does not start', () => {
  test.each<[string, FixtureEntry[], string]>([
    ['without its code', without(plain, /\.wasm$/), 'missing_part'],
    ['without its loader', without(gzip, /\.loader\.js$/), 'missing_part'],
    ['without the code of its configuration', without(old, /wasm\.code/), 'missing_part'],
    ['as its page alone', plain.filter(({ name }) => name === 'index.html'), 'missing_part'],
    ['with an empty data file', changed(plain, /\.data$/, empty), 'empty_part'],
    ['with an empty part that should be compressed', changed(gzip, /\.wasm\.gz$/, empty), 'empty_part'],
    ['with a pointer of Git LFS for its data', changed(brotli, /\.data\.br$/, lfsPointer), 'lfs_pointer'],
    ['with a pointer of Git LFS for its page', changed(plain, /^index\.html$/, lfsPointer), 'lfs_pointer'],
    ['with brotli that is cut short', changed(brotli, /\.wasm\.br$/, half), 'broken_compression'],
    ['with gzip that is cut short', changed(gzip, /\.framework\.js\.gz$/, half), 'broken_compression'],
    [
      'with a .unityweb that is cut short',
      changed(fallback, /\.data\.unityweb$/, half),
      'broken_compression',
    ],
    ['with a framework that is cut short', changed(plain, /\.framework\.js$/, half), 'damaged_script'],
    ['with an error page for a framework', changed(plain, /\.framework\.js$/, errorPage), 'damaged_script'],
    ['with a loader that is cut short', changed(gzip, /\.loader\.js$/, allButLast), 'damaged_script'],
    ['with code that is cut short', changed(plain, /\.wasm$/, allButLast), 'cut_part'],
    ['with an error page for its code', changed(plain, /\.wasm$/, errorPage), 'damaged_part'],
    ['with code that is no valid module', changed(plain, /\.wasm$/, badLocal), 'damaged_part'],
    ['with data that is cut short', changed(plain, /\.data$/, half), 'cut_part'],
    ['with an error page for its data', changed(plain, /\.data$/, errorPage), 'damaged_part'],
    [
      'as one lone part',
      renamed(
        fallback.filter(({ name }) => /data/.test(name)),
        'Build/',
        '',
      ),
      'not_playable',
    ],
    [
      'as an empty page',
      [
        { name: 'index.html', data: '' },
        { name: 'game.js', data: 'play()' },
      ],
      'empty_page',
    ],
  ])('%s', async (_, entries, code) => {
    expect(new Set(await stopsOf(entries))).toEqual(new Set([code]));
    expect(new Set(await stopsOf(below('My Game', entries)))).toEqual(new Set([code]));
  });
});

/** The function's `i32.const 42` becomes `local.get 42`, of which there is none. */
function badLocal(module: Buffer): Buffer {
  const copy = Buffer.from(module);
  copy[copy.lastIndexOf(Buffer.from([0x41, 42]))] = 0x20;
  return copy;
}

describe('a build may start', () => {
  test.each(Object.keys(generations) as (keyof typeof generations)[])('%s', async (name) => {
    expect(await stopsOf(await generations[name]())).toEqual([]);
  });

  test.each(realVariants)('a real build, %s', { timeout: 60_000 }, async (variant) => {
    expect((await inspect(await realBuild(variant))).report).toMatchObject({ kind: 'unity', threads: false });
    expect(await stopsOf(await realBuild(variant))).toEqual([]);
  });

  test.each<[string, FixtureEntry[]]>([
    [
      'whose page joins its code from pieces',
      page(renamed(plain, 'Build/Fixture.wasm', 'Build/Fixture.wasm.part1'), '<body', '<!-- --><body'),
    ],
    [
      'whose page makes the address of its code itself',
      page(
        without(plain, /\.wasm$/),
        'createUnityInstance(',
        'config.codeUrl = URL.createObjectURL(blob); createUnityInstance(',
      ),
    ],
    [
      'whose page names its parts from another folder',
      page(
        below('game', plain).map(
          (entry) => renamed([entry], /^game\/index\.html$/, 'index.html')[0] ?? entry,
        ),
        '<head>',
        '<head><base href="game/">',
      ),
    ],
    ['with an empty data file for phones', withMobileData(gzip, changed(gzip, /\.data\.gz$/, empty))],
    ['with a broken part that is not needed', changed(withSymbols, /symbols/, empty)],
    ['with code that uses what is not known here', changed(plain, /\.wasm$/, unknownOpcode)],
    ['with data of its own and a loader that reads it', ownData()],
    [
      'with a pointer of Git LFS beside it',
      [...plain, { name: 'art.psd', data: String(lfsPointer(Buffer.of())) }],
    ],
    [
      'with a loader that is a module',
      changed(plain, /\.loader\.js$/, (data) => `import './x.js';\n${data}`),
    ],
  ])('%s', async (_, entries) => {
    expect(await stopsOf(entries)).toEqual([]);
  });
});

describe('a custom page that reassigns addresses of parts may load others', () => {
  const script = (more: string, config = 'dataUrl: buildUrl + "/a.data", codeUrl: buildUrl + "/a.wasm"') =>
    `<!doctype html><title>Game</title><div id="game"></div><script>
    var buildUrl = "Build"; ${more}
    var config = { ${config}, frameworkUrl: buildUrl + "/a.framework.js" };
    var loader = document.createElement("script"); loader.src = buildUrl + "/a.loader.js";
    loader.onload = () => createUnityInstance(document.querySelector("canvas"), config);
    document.body.append(loader);</script>`;
  const alone = (html: string): FixtureEntry[] => [{ name: 'index.html', data: html }];
  const cdn = '"https://cdn.example/game/Build"';

  test('one that assigns each once does not', async () => {
    const stops = await stopsOf(
      alone(script('if (buildUrl === "" || buildUrl != "Build") report(buildUrl);')),
    );
    expect(stops).toEqual(['missing_part', 'missing_part', 'missing_part']);
  });

  test.each([
    ['by where it is opened', `if (location.hostname !== "localhost") buildUrl = ${cdn};`],
    ['with an operator', 'buildUrl += location.hash.slice(1);'],
    ['by destructuring', 'fetchHosts((hosts) => { [buildUrl] = hosts; });'],
    ['as a property', `window["buildUrl"] = ${cdn};`],
    ['as a parameter', `function start(buildUrl, canvas) {} start(${cdn});`],
  ])('%s', async (_, more) => {
    expect(await stopsOf(alone(script(more)))).toEqual([]);
  });

  test('in its configuration', async () => {
    const change = `if (location.hostname !== "localhost") config.codeUrl = ${cdn} + "/a.wasm"; var loader =`;
    const { report } = await inspect(alone(script('').replace('var loader =', change)));
    expect(
      report.warnings
        .filter(({ code }) => code === 'missing_part')
        .map(({ message, stops }) => [/Build\/a[.\w]+/.exec(message)?.[0], stops === true]),
    ).toEqual([
      ['Build/a.framework.js', true],
      ['Build/a.data', true],
      ['Build/a.wasm', false],
    ]);
  });

  test('if the part exists and is damaged', async () => {
    const moved = page(
      changed(plain, /\.data$/, empty),
      /(var buildUrl = "Build";)/,
      `$1 if (online) buildUrl = ${cdn};`,
    );
    expect(await stopsOf(moved)).toEqual([]);
  });

  test('of a 2019 build, by calling its loader with different configurations', async () => {
    const started = /UnityLoader\.instantiate\("(\w+)", "Build\/(\w+)\.json"/;
    const broken = without(old, /wasm\.code/);
    const both = `UnityLoader.instantiate("$1", "Build/$2.json"); UnityLoader.instantiate("$1", ${cdn} + "/$2.json"`;
    expect(await stopsOf(page(broken, started, both))).toEqual([]);
  });
});

function unknownOpcode(module: Buffer): Buffer {
  const copy = Buffer.from(module);
  copy[copy.lastIndexOf(Buffer.from([0x41, 42]))] = 0xe5;
  return copy;
}

function ownData(): FixtureEntry[] {
  const encrypted = changed(plain, /\.data$/, () => 'encrypted');
  return changed(encrypted, /\.loader\.js$/, (data) => String(data).replaceAll('UnityWebData1.0', 'MyData'));
}

test('a Git LFS pointer is reported with a link to the solution', async () => {
  const { report } = await inspect(changed(gzip, /\.(data|wasm)\.gz$/, lfsPointer));
  const told = report.warnings.filter(({ code }) => code === 'lfs_pointer');
  expect(told).toHaveLength(1);
  expect(told[0]?.message).toMatch(/Build\/Fixture\.data\.gz, Build\/Fixture\.wasm\.gz\. Run "git lfs pull"/);
  expect(report.warnings.map(({ code }) => code)).not.toContain('encoding_mismatch');
});

test('a truncated part is reported as damaged, not as uncompressed, and served as bytes', async () => {
  const { report, files } = await inspect(changed(brotli, /\.framework\.js\.br$/, half));
  expect(report.warnings.map(({ code }) => code)).toEqual(['broken_compression']);
  expect(report.compression).toBe('brotli');
  const path = 'Build/Fixture.framework.js.br';
  expect(report.parts.find((part) => part.path === path)).toMatchObject({ encoding: 'br', damaged: true });
  expect(files.find((file) => file.path === path)).toMatchObject({
    role: 'framework',
    contentType: 'application/octet-stream',
    encodable: false,
  });
});

test('WebGPU is reported for builds that request it, not for all whose framework contains it', async () => {
  const withCode = await inspect(await makeInstanceBuild({ webGpuCode: true }));
  expect(withCode.report).toMatchObject({ webGpu: false, warnings: [] });
  const asking = await inspect(await makeInstanceBuild({ webGpu: true }));
  expect(asking.report).toMatchObject({ webGpu: true, warnings: [{ code: 'webgpu' }] });
});
