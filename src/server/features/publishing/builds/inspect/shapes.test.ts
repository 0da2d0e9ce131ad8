import { expect, test } from 'vitest';
import { below, foreign, otherWebApp, renamed, withJunk, without } from '#fixtures/archives.ts';
import { type FixtureEntry, makeTree } from '#fixtures/tree.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { makeLoaderBuild } from '#fixtures/unity-old.ts';
import { unityPage } from '#server/delivery/pages/theme/stage.ts';
import { treatmentOf } from '#server/delivery/pages/theme/treatment.ts';
import { BuildRefusedError } from '../tree.ts';
import { inspectTree } from './inspect.ts';

const inspect = (entries: readonly FixtureEntry[]) => inspectTree(makeTree(entries));
const build = await makeInstanceBuild({ compression: 'gzip' });
const oldBuild = await makeLoaderBuild();
const paths = (entries: readonly { path: string }[]) => entries.map((entry) => entry.path).sort();
const names = (entries: readonly FixtureEntry[]) => entries.map((entry) => entry.name).sort();

async function warningsOf(entries: readonly FixtureEntry[]): Promise<Record<string, string>> {
  const { report } = await inspect(entries);
  return Object.fromEntries(report.warnings.map((warning) => [warning.code, warning.message]));
}

async function refusalOf(entries: readonly FixtureEntry[]): Promise<BuildRefusedError> {
  const error: unknown = await inspect(entries).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof BuildRefusedError) return error;
  throw new Error(`not refused: ${String(error)}`);
}

test('any number of folders around a build is removed', async () => {
  const { report, files } = await inspect(below('My Game/WebGL', build));
  expect(paths(files)).toEqual(names(build));
  expect(report).toMatchObject({ entry: 'index.html', warnings: [] });
});

test('a creator’s folder called Build is removed, the one with the parts stays', async () => {
  expect(paths((await inspect(below('Build', build))).files)).toEqual(names(build));
  const parts = build.filter((entry) => entry.name.startsWith('Build/'));
  expect(paths((await inspect(parts)).files)).toEqual(names(parts));
});

test('a build beside other files is served at the root, whatever its page references', async () => {
  const { report, files } = await inspect([
    { name: 'readme.txt', data: 'Hello' },
    ...below('web', build),
    { name: 'docs/index.html', data: '<p>Docs</p>' },
  ]);
  expect(report.entry).toBe('index.html');
  expect(files.find((file) => file.path === 'Build/Fixture.data.gz')).toMatchObject({ role: 'data' });
  expect(files.find((file) => file.path === 'docs/index.html')).toBeDefined();
  expect(report.warnings[0]).toMatchObject({ code: 'several_entries' });
  expect(report.warnings[0]?.message).toMatch(/web\/index\.html was chosen.*docs\/index\.html/);
});

test('a page in a subfolder finds the Build folder beside it', async () => {
  const page = build.map((entry) =>
    entry.name === 'index.html'
      ? { name: 'page/index.html', data: String(entry.data).replaceAll('"Build"', '"../Build"') }
      : entry,
  );
  const { report, files } = await inspect(page);
  expect(report).toMatchObject({ kind: 'unity', entry: 'index.html' });
  expect(report.warnings.filter((warning) => warning.code === 'missing_part')).toEqual([]);
  expect(files.find((file) => file.path === 'Build/Fixture.wasm.gz')).toMatchObject({ role: 'wasm' });
});

test('of several pages the one beside the build is chosen, and the choice is shown', async () => {
  const landing = { name: 'about/index.html', data: '<p>About</p>' };
  const warnings = await warningsOf([...below('game', build), landing]);
  expect(warnings.several_entries).toContain('game/index.html was chosen');
});

test('a page that starts the build is preferred to an index.html that does not, and the choice is shown', async () => {
  const privacy = { name: 'privacy/index.html', data: '<h1>Privacy</h1><a href="../game.html">Back</a>' };
  const renamedBuild = renamed(build, 'index.html', 'game.html');
  for (const entries of [
    [...renamedBuild, privacy],
    [...renamedBuild, { name: 'index.html', data: '<p>Credits</p>' }],
  ]) {
    const { report } = await inspect(entries);
    expect(report).toMatchObject({ kind: 'unity', entry: 'game.html', template: 'default' });
    expect(report.warnings).toMatchObject([{ code: 'several_entries' }]);
    expect(report.warnings[0]?.message).toMatch(
      /^game\.html was chosen; also found: (privacy\/)?index\.html\.$/,
    );
  }
});

test.each([
  ['frames', '<iframe src="game.html"></iframe>'],
  ['links to', '<a href="game.html">Play</a>'],
])('an index.html that %s the page that starts the build is preferred', async (_, data) => {
  const { report } = await inspect([
    ...renamed(build, 'index.html', 'game.html'),
    { name: 'index.html', data },
  ]);
  expect(report.entry).toBe('index.html');
  expect(report.warnings.map(({ message }) => message)).toContain(
    'index.html was chosen. The build is started by game.html, too.',
  );
});

test('an index.html that starts the build by a separate script is preferred', async () => {
  const custom = await makeInstanceBuild({ page: 'custom' });
  const other = { name: 'fullscreen.html', data: '<script>createUnityInstance(canvas, config)</script>' };
  const { report } = await inspect([...custom, other]);
  expect(report.entry).toBe('index.html');
  expect(report.warnings[0]?.message).toContain('started by fullscreen.html, too');
});

test.each(['Index.HTML', 'game.html', 'INDEX.htm'])('a page called %s starts the build', async (name) => {
  const { report, files } = await inspect(renamed(build, 'index.html', name));
  expect(report).toMatchObject({ kind: 'unity', entry: name, pageMade: false });
  const twin = files.find((file) => file.path === 'index.html');
  expect(twin?.sha256).toBe(files.find((file) => file.path === name)?.sha256);
  expect(twin?.contentType).toBe('text/html; charset=utf-8');
});

test('a file that differs from its reference by case only is served under both names', async () => {
  const { report, files } = await inspect(renamed(build, 'Build/Fixture.data.gz', 'build/fixture.data.gz'));
  const wanted = files.find((file) => file.path === 'Build/Fixture.data.gz');
  const real = files.find((file) => file.path === 'build/fixture.data.gz');
  expect(wanted).toMatchObject({ role: 'data', sha256: real?.sha256, size: real?.size });
  expect(report.warnings[0]).toMatchObject({ code: 'case_mismatch' });
  expect(report.warnings[0]?.message).toContain('build/fixture.data.gz');
  expect(report.unityVersion).toBe('2021.3.16f1');
});

test('the same holds for what the JSON of an older build names', async () => {
  const { report, files } = await inspect(renamed(oldBuild, 'Fixture.data', 'fixture.DATA'));
  expect(files.find((file) => file.path === 'Build/Fixture.data.unityweb')).toMatchObject({ role: 'data' });
  expect(report.warnings.map((warning) => warning.code)).toEqual(['case_mismatch']);
});

test('names in different Unicode normalizations are equal, other names are not', async () => {
  const called = build.map((entry) => ({
    name: entry.name.replace('Fixture', 'Größe'),
    data:
      entry.name === 'index.html'
        ? String(entry.data).replaceAll('/Fixture', '/Größe'.normalize('NFD'))
        : entry.data,
  }));
  const { report, files } = await inspect(called);
  expect(report).toMatchObject({ template: 'default', warnings: [] });
  expect(paths(files)).toEqual(names(called));
  const escaped = called.map((entry) =>
    entry.name === 'index.html'
      ? { ...entry, data: String(entry.data).replaceAll('o\u0308', 'o%CC%88') }
      : entry,
  );
  expect((await inspect(escaped)).report.warnings).toEqual([]);
});

test.each(['default', 'minimal'] as const)(
  'a # in a name is reported, and a theme plays it: %s',
  async (page) => {
    const { report, files } = await inspect(
      (await makeInstanceBuild({ page })).map((entry) => ({
        name: entry.name.replace('Fixture', 'C# Game?'),
        data:
          entry.name === 'index.html' ? String(entry.data).replaceAll('/Fixture', '/C# Game?') : entry.data,
      })),
    );
    expect(report.warnings.map(({ code }) => code)).toEqual(['unlinkable_name']);
    expect(report.warnings[0]?.message).toMatch(
      /Build\/C# Game\?\.data.*build into one whose name has neither/,
    );
    expect(report.template).toBe(page);
    const { stage } = unityPage({ report, files: new Map(files.map((file) => [file.path, file])) });
    expect(treatmentOf('modern', report).kind).toBe('replaced');
    expect(stage).toMatchObject({
      loader: 'Build/C%23%20Game%3F.loader.js',
      config: { dataUrl: 'Build/C%23%20Game%3F.data' },
    });
  },
);

test('a trailing # of an address belongs to no name', async () => {
  const page = { name: 'index.html', data: '<img src="a.svg#b"><img src="c.svg#d">' };
  const { report } = await inspect([page, { name: 'a.svg', data: '<svg/>' }]);
  expect(report.warnings.map(({ message }) => message)).toEqual([
    'The page asks for c.svg, which is not in the upload.',
  ]);
});

test('a % in a name is literal, and names that look encoded are served decoded, too', async () => {
  const called = (name: string) =>
    build.map((entry) => ({
      name: entry.name.replace('Fixture', name),
      data: entry.name === 'index.html' ? String(entry.data).replaceAll('/Fixture', `/${name}`) : entry.data,
    }));
  const fun = await inspect(called('100% Fun'));
  expect(fun.report).toMatchObject({ template: 'default', warnings: [] });
  const encoded = await inspect(called('a%20b'));
  const real = encoded.files.find((file) => file.path === 'Build/a%20b.data.gz');
  expect(encoded.files.find((file) => file.path === 'Build/a b.data.gz')).toMatchObject({
    role: 'data',
    sha256: real?.sha256,
  });
  expect(encoded.report.parts.map(({ path }) => path)).toContain('Build/a%20b.data.gz');
  expect(encoded.report.warnings.map(({ code }) => code)).toEqual(Array(4).fill('encoded_name'));
  expect(encoded.report.warnings[0]?.message).toContain('give it a name without %');
});

test('a missing part is reported with the file that was probably meant', async () => {
  const warnings = await warningsOf(renamed(build, 'Fixture.data.gz', 'Fixture.data.br'));
  expect(warnings.missing_part).toContain('Build/Fixture.data.gz is missing');
  expect(warnings.missing_part).toContain('There is Build/Fixture.data.br');
  const gone = await warningsOf(without(oldBuild, /wasm\.code/));
  expect(gone.missing_part).toContain('Build/Fixture.wasm.code.unityweb is missing');
});

test('an empty and an invalid part are reported', async () => {
  const empty = build.map((entry) => (entry.name.includes('.wasm') ? { ...entry, data: '' } : entry));
  expect((await warningsOf(empty)).empty_part).toContain('Build/Fixture.wasm.gz is empty');
  const damaged = build.map((entry) =>
    entry.name.includes('.data') ? { ...entry, data: '<!doctype html><title>404</title>' } : entry,
  );
  const warnings = await warningsOf(damaged);
  expect(warnings.damaged_part).toContain('Build/Fixture.data.gz');
  expect(warnings.encoding_mismatch).toContain('Build/Fixture.data.gz is not compressed');
});

test('absolute references are served with a warning', async () => {
  const page = build.map((entry) =>
    entry.name === 'index.html'
      ? { ...entry, data: String(entry.data).replace('"Build"', '"/Build"') }
      : entry,
  );
  const warnings = await warningsOf(page);
  expect(warnings.absolute_url).toContain('/Build/Fixture.data.gz');
  expect(warnings.missing_part).toBeUndefined();
});

test('a development build and a large uncompressed one are reported', async () => {
  expect(await warningsOf(await makeInstanceBuild({ development: true }))).toHaveProperty(
    'development_build',
  );
  const plain = await makeLoaderBuild({ unityVersion: '2019.4.40f1', development: true });
  expect(await warningsOf(plain)).toHaveProperty('development_build');
  const big = (await makeInstanceBuild()).map((entry) =>
    entry.name.endsWith('.data')
      ? { ...entry, data: Buffer.concat([Buffer.from(entry.data), Buffer.alloc(11 * 1024 * 1024)]) }
      : entry,
  );
  expect((await warningsOf(big)).uncompressed).toMatch(/^11\.0 MB/);
});

test.each(['Earlier', 'Build', 'DefaultCompany'])(
  'the parts of an earlier build in the same folder are reported: %s',
  async (base) => {
    const earlier = await makeInstanceBuild({ base, page: 'none' });
    const { report } = await inspect([...build, ...earlier]);
    expect(report.parts.map((part) => part.path)).not.toContain(`Build/${base}.data`);
    expect(report.warnings.find((warning) => warning.code === 'surplus_parts')?.message).toContain(
      `${base}.data`,
    );
    expect(report.template).toBe('default');
  },
);

test('a web app of another engine is served unchanged', async () => {
  const { report, files } = await inspect(otherWebApp);
  expect(report).toMatchObject({ kind: 'web', loader: null, unityVersion: null, parts: [], warnings: [] });
  const types = Object.fromEntries(files.map((file) => [file.path, [file.contentType, file.encodable]]));
  expect(types).toEqual({
    'index.html': ['text/html; charset=utf-8', true],
    'style.css': ['text/css; charset=utf-8', true],
    'game.js': ['text/javascript', true],
    'engine.wasm': ['application/wasm', true],
    'engine.wasm.gz': ['application/octet-stream', false],
    'engine.wasm.br': ['application/octet-stream', false],
    'build/scene.data.gz': ['application/octet-stream', false],
    'assets/dependencies.txt': ['text/plain; charset=utf-8', true],
    'level.gz': ['application/octet-stream', false],
    'music.mp3': ['audio/mpeg', false],
  });
});

test('a single page is served, and its missing files are listed', async () => {
  const own = { name: 'toy.html', data: '<!doctype html><title>Toy</title><script>draw()</script>' };
  expect((await inspect([own])).report).toMatchObject({ kind: 'html', entry: 'toy.html', warnings: [] });
  const page = {
    name: 'index.html',
    data: '<script src="js/game.js"></script><img src="https://x.test/a.png">',
  };
  const { report } = await inspect([page]);
  expect(report.kind).toBe('html');
  expect(report.warnings.map((warning) => warning.message)).toEqual([
    'The page asks for js/game.js, which is not in the upload.',
  ]);
  const unity = build.filter((entry) => entry.name === 'index.html');
  const codes = (await inspect(unity)).report.warnings.map((warning) => warning.code);
  expect(codes.filter((code) => code === 'missing_part')).toHaveLength(4);
});

test('a lone part is stored with a page that names it and the missing ones', async () => {
  const part = (await makeInstanceBuild({ fallback: true, compression: 'brotli' })).filter((entry) =>
    entry.name.endsWith('.data.unityweb'),
  );
  const { report } = await inspect(renamed(part, 'Build/', ''));
  expect(report).toMatchObject({ kind: 'part', pageMade: true, unityVersion: '2021.3.16f1' });
  expect(report.parts).toMatchObject([{ role: 'data', encoding: 'br' }]);
  const said = report.warnings.filter(({ code }) => code === 'not_playable').map(({ message }) => message);
  expect(said.join(' ')).toContain('Fixture.data.unityweb is the data file');
  expect(said.join(' ')).toContain('the loader, the script that fetches the other parts');
});

test('a lone part with a generic name is recognised by its bytes', async () => {
  const part = oldBuild.filter((entry) => entry.name.includes('wasm.code'));
  const { report } = await inspect(renamed(part, /^.*$/, 'upload.unityweb'));
  expect(report).toMatchObject({ kind: 'part', parts: [{ role: 'wasm' }] });
});

test.each([
  ['unityProject', /Unity project/, /ProjectSettings\/ \(1 file\)/],
  ['windows', /desktop build/, /UnityPlayer\.dll/],
  ['mac', /desktop build/, /Found/],
  ['linux', /desktop build/, /UnityPlayer\.so/],
  ['android', /mobile build/, /game\.apk/],
  ['ios', /mobile build/, /Found/],
  ['source', /source code/, /Player\.cs/],
  ['nestedArchives', /another archive/, /two\.zip/],
  ['pictures', /neither an index\.html nor a Unity web build/, /one\.png, two\.png/],
] as const)('%s is refused with an explanation', async (name, message, found) => {
  const error = await refusalOf(foreign[name]);
  expect(error.message).toMatch(message);
  expect(error.details).toHaveLength(3);
  expect(error.details[0]).toMatch(/^Looked for: an index\.html/);
  expect(error.details[1]).toMatch(found);
  expect(error.details[2]).toMatch(/^What to do: /);
});

test.each(Object.keys(foreign) as (keyof typeof foreign)[])(
  'the messages about %s are whole sentences',
  async (name) => {
    const error = await refusalOf(foreign[name]);
    for (const text of [error.message, ...error.details]) {
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text).not.toMatch(/\. [a-z]/);
    }
  },
);

test('an empty upload, or one with only junk, is refused as empty', async () => {
  expect((await refusalOf([])).details[1]).toBe('Found: no files at all.');
  const junk = await refusalOf(withJunk([]));
  expect(junk.message).toBe('This archive is empty.');
  expect(junk.details[1]).toContain('5 files');
  const one = await refusalOf([{ name: '.DS_Store', data: 'x' }]);
  expect(one.details[1]).toContain('nothing but 1 file of');
});

test('several pages without a start page are refused with a solution', async () => {
  const error = await refusalOf([
    { name: 'a.html', data: 'a' },
    { name: 'b.html', data: 'b' },
  ]);
  expect(error.details[2]).toContain('rename the page');
});

test('a web build inside a Unity project is found', async () => {
  const { report } = await inspect([...foreign.unityProject, ...below('Builds/Web', build)]);
  expect(report).toMatchObject({ kind: 'unity', entry: 'index.html', unityVersion: '2021.3.16f1' });
});
