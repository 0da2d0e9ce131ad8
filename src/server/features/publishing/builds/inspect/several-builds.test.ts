import { describe, expect, test } from 'vitest';
import { below, menuOf, renamed, withMobileData } from '#fixtures/archives.ts';
import { type FixtureEntry, makeTree } from '#fixtures/tree.ts';
import { type InstanceOptions, makeInstanceBuild } from '#fixtures/unity.ts';
import { makeLoaderBuild } from '#fixtures/unity-old.ts';
import { preloadsOf } from '#server/delivery/bytes/preloads.ts';
import type { BuildReport } from '#shared/versions/versions.ts';
import type { ManifestFile } from '../tree.ts';
import { inspectTree } from './inspect.ts';

const inspect = (entries: readonly FixtureEntry[]) => inspectTree(makeTree(entries));
const codes = ({ warnings }: BuildReport) => warnings.map(({ code }) => code);
const fileOf = (files: readonly ManifestFile[], path: string) => files.find((file) => file.path === path);
const preloaded = ({ report, files }: Awaited<ReturnType<typeof inspect>>) =>
  preloadsOf(files, report).map(({ file }) => file.path);

describe('a menu above two builds', () => {
  test.each([
    ['brotli', '.br'],
    ['gzip', '.gz'],
    ['none', ''],
  ] as const)(
    'is the page at the root, and both builds have their roles: %s',
    async (compression, suffix) => {
      const build = await makeInstanceBuild({ compression });
      const found = await inspect(below('My Games', menuOf(build, build)));
      const { report, files } = found;
      expect(report).toMatchObject({ kind: 'unity', entry: 'index.html', template: 'custom' });
      expect(codes(report)).toEqual(['several_entries']);
      expect(report.warnings[0]?.message).toMatch(
        /^There are 3 pages called index\.html\. index\.html was chosen/,
      );
      for (const folder of ['one', 'two']) {
        expect(fileOf(files, `${folder}/index.html`)).toBeDefined();
        for (const [kind, contentType] of [
          ['framework.js', 'application/javascript'],
          ['wasm', 'application/wasm'],
          ['data', 'application/octet-stream'],
        ])
          expect(fileOf(files, `${folder}/Build/Fixture.${kind}${suffix}`), kind).toMatchObject({
            contentType,
            encodable: true,
          });
      }
      expect(preloaded(found)).toEqual([]);
    },
  );

  test('of Unity 2019 and earlier', async () => {
    const build = await makeLoaderBuild();
    const found = await inspect(menuOf(build, build));
    expect(found.report).toMatchObject({ entry: 'index.html', template: 'custom', loader: 'UnityLoader' });
    expect(preloaded(found)).toEqual([]);
  });

  test('is none if both pages start the same build', async () => {
    const build = await makeInstanceBuild();
    const other = {
      name: 'game/page/index.html',
      data: '<script src="../Build/Fixture.loader.js"></script>',
    };
    const landing = { name: 'index.html', data: '<p>About us</p>' };
    const { report } = await inspect([...below('game', build), other, landing]);
    expect(report.warnings[0]?.message).toContain('game/index.html was chosen');
  });

  test('is none if one build is inside the other', async () => {
    const build = await makeInstanceBuild({ compression: 'brotli' });
    const found = await inspect([...build, ...below('old', build)]);
    expect(found.report).toMatchObject({ entry: 'index.html', template: 'default' });
    expect(found.report.parts).toHaveLength(4);
    expect(preloaded(found)).toHaveLength(4);
    // Of no role in the build at the root, and still what its name says.
    expect(fileOf(found.files, 'old/Build/Fixture.framework.js.br')).toMatchObject({
      role: null,
      contentType: 'application/javascript',
      encodable: true,
    });
  });
});

describe('one page that selects between two folders', () => {
  const folders = (low: string, high: string, pick: string) => async (options: InstanceOptions) => {
    const build = await makeInstanceBuild(options);
    const parts = build.filter(({ name }) => name.startsWith('Build/'));
    const page = build
      .filter(({ name }) => !name.startsWith('Build/'))
      .map(({ name, data }) => ({
        name,
        data: name === 'index.html' ? String(data).replace('var buildUrl = "Build";', pick) : data,
      }));
    return [...page, ...renamed(parts, 'Build', low), ...renamed(parts, 'Build', high)];
  };

  test.each([
    [
      'by a value',
      folders('low/Build', 'high/Build', 'var buildUrl = (isPhone ? "low" : "high") + "/Build";'),
    ],
    [
      'by an assignment',
      folders('Build', 'BuildLow', 'var buildUrl = "Build"; if (isPhone) buildUrl = "BuildLow";'),
    ],
  ])('%s', async (_, make) => {
    const entries = await make({ compression: 'gzip' });
    const found = await inspect(entries);
    expect(found.report).toMatchObject({ entry: 'index.html', template: 'custom' });
    expect(codes(found.report)).toEqual([]);
    const frameworks = found.files.filter(({ path }) => path.endsWith('.framework.js.gz'));
    expect(frameworks).toHaveLength(2);
    for (const file of frameworks)
      expect(file).toMatchObject({ contentType: 'application/javascript', role: 'framework' });
    expect(preloaded(found)).toEqual([]);
  });
});

describe('one build with data for two texture formats', () => {
  test.each(['none', 'gzip', 'brotli'] as const)('as in Unity’s manual: %s', async (compression) => {
    const [desktop, mobile] = await Promise.all(
      ['2021.3.16f1', '2021.3.17f1'].map((unityVersion) => makeInstanceBuild({ compression, unityVersion })),
    );
    const found = await inspect(withMobileData(desktop ?? [], mobile ?? []));
    expect(codes(found.report)).toEqual([]);
    expect(found.report).toMatchObject({ template: 'custom', unityVersion: '2021.3.16f1' });
    const data = found.files.filter(({ role }) => role === 'data').map(({ path }) => path);
    const suffix = { none: '', gzip: '.gz', brotli: '.br' }[compression];
    expect(data.toSorted()).toEqual([`Build/Fixture.data${suffix}`, `Build/WebGL_Mobile.data${suffix}`]);
    expect(preloadsOf(found.files, found.report).map(({ file }) => file.role)).toEqual([
      'loader',
      'framework',
      'wasm',
    ]);
  });

  test.each([
    ['by a value that cannot be read', '(isPhone ? "/WebGL_Mobile.data" : "/Fixture.data")'],
    ['by a name without its kind', '"/" + (isPhone ? "WebGL_Mobile" : "Fixture") + ".data"'],
  ])('%s', async (_, pick) => {
    const build = withMobileData(await makeInstanceBuild(), await makeInstanceBuild()).map((entry) =>
      entry.name === 'index.html'
        ? {
            ...entry,
            data: String(entry.data).replace(
              /var dataFile.*?var config/s,
              `var dataFile = ${pick}; var config`,
            ),
          }
        : entry,
    );
    const { report } = await inspect(build);
    expect(codes(report)).toEqual([]);
    expect(report.parts.filter(({ role }) => role === 'data')).toHaveLength(2);
  });

  test('with other names than the build', async () => {
    const build = withMobileData(await makeInstanceBuild(), await makeInstanceBuild()).map(
      ({ name, data }) => ({
        name: name.replace('Fixture.data', 'WebGL_Desktop.data'),
        data:
          name === 'index.html'
            ? String(data).replace(
                /var dataFile.*?var config/s,
                'var dataFile = isPhone ? "/WebGL_Mobile.data" : "/WebGL_Desktop.data"; var config',
              )
            : data,
      }),
    );
    const { report } = await inspect(build);
    expect(codes(report)).toEqual([]);
    expect(report).toMatchObject({ template: 'custom' });
    expect(report.parts.filter(({ role }) => role === 'data')).toHaveLength(2);
  });
});
