import { describe, expect, test } from 'vitest';
import { without, withoutPages } from '#fixtures/archives.ts';
import { generations } from '#fixtures/generations.ts';
import { makeTree } from '#fixtures/tree.ts';
import { makeInstanceBuild } from '#fixtures/unity.ts';
import { makeReleaseFolderBuild } from '#fixtures/unity-old.ts';
import type { BuildReport } from '#shared/versions/versions.ts';
import { inspectTree } from './inspect.ts';

const unity = {
  kind: 'unity',
  compression: 'none',
  decompressionFallback: false,
  hashedNames: false,
  threads: false,
  webXr: false,
  webGpu: false,
  template: 'default',
  entry: 'index.html',
  pageMade: false,
  productName: 'Fixture',
  companyName: 'DefaultCompany',
  productVersion: '0.1',
  droppedCount: 0,
} as const satisfies Partial<BuildReport>;
const old = { ...unity, loader: 'UnityLoader', compression: 'gzip' } as const;
const instance = { ...unity, loader: 'createUnityInstance', frameworkLoadedBy: 'script' } as const;

const facts: Record<keyof typeof generations, Partial<BuildReport>> = {
  '5.6 gzip': { ...old, unityVersion: '5.6.4f1' },
  '2017 asm.js gzip': { ...old, unityVersion: '2017.4.40f1' },
  '2018 gzip': { ...old, unityVersion: '2018.3.1f1' },
  '2018 brotli': { ...old, unityVersion: '2018.4.36f1', compression: 'brotli' },
  '2018 uncompressed': { ...old, unityVersion: '2018.4.36f1', compression: 'none' },
  '2018 hashed': { ...old, unityVersion: '2018.4.36f1', hashedNames: true },
  '2019 gzip': { ...old, unityVersion: '2019.3.0a5' },
  '2019 threads': { ...old, unityVersion: '2019.4.40f1', threads: true },
  '2019 streaming gzip': { ...old, unityVersion: '2019.4.40f1' },
  '2019 streaming brotli': { ...old, unityVersion: '2019.4.40f1', compression: 'brotli' },
  '2020 uncompressed': { ...instance, unityVersion: '2020.1.17f1' },
  '2020 gzip': { ...instance, unityVersion: '2020.3.20f1', compression: 'gzip' },
  '2020 brotli': { ...instance, unityVersion: '2020.3.20f1', compression: 'brotli' },
  '2021 gzip with fallback': {
    ...instance,
    unityVersion: '2021.3.16f1',
    compression: 'gzip',
    decompressionFallback: true,
    frameworkLoadedBy: 'fetch',
  },
  '2022 brotli with fallback': {
    ...instance,
    unityVersion: '2022.3.9f1',
    compression: 'brotli',
    decompressionFallback: true,
    frameworkLoadedBy: 'fetch',
  },
  '2022 hashed brotli': {
    ...instance,
    unityVersion: '2022.3.1f1',
    compression: 'brotli',
    hashedNames: true,
  },
  '2022 minimal template': { ...instance, unityVersion: '2022.3.9f1', template: 'minimal' },
  '2022 PWA template': { ...instance, unityVersion: '2022.3.9f1', compression: 'gzip', template: 'pwa' },
  '2022 custom template': {
    ...instance,
    unityVersion: '2022.3.9f1',
    compression: 'gzip',
    template: 'custom',
    productName: 'Custom fixture',
    companyName: 'Studio',
    productVersion: '2.0',
  },
  '2022 WebXR': {
    ...instance,
    unityVersion: '2022.3.9f1',
    template: 'custom',
    webXr: true,
    productName: 'Custom fixture',
    companyName: 'Studio',
    productVersion: '2.0',
  },
  '2022 Addressables': { ...instance, unityVersion: '2022.3.9f1', compression: 'gzip' },
  'Unity 6 threads': { ...instance, unityVersion: '6000.0.23f1', compression: 'brotli', threads: true },
  'Unity 6 WebGPU': { ...instance, unityVersion: '6000.0.23f1', compression: 'brotli', webGpu: true },
};

const served: Partial<Record<keyof typeof generations, [path: string, role: string | null, type: string][]>> =
  {
    '2017 asm.js gzip': [
      ['Build/UnityLoader.js', 'loader', 'text/javascript'],
      ['Build/Fixture.json', 'config', 'application/json'],
      ['Build/Fixture.data.unityweb', 'data', 'application/octet-stream'],
      ['Build/Fixture.asm.code.unityweb', 'asm', 'application/octet-stream'],
      ['Build/Fixture.asm.memory.unityweb', 'memory', 'application/octet-stream'],
      ['Build/Fixture.asm.framework.unityweb', 'framework', 'application/octet-stream'],
      ['TemplateData/UnityProgress.js', null, 'text/javascript'],
    ],
    '2018 gzip': [
      ['index.html', null, 'text/html; charset=utf-8'],
      ['Build/Test 4.data.unityweb', 'data', 'application/octet-stream'],
      ['Build/Test 4.wasm.code.unityweb', 'wasm', 'application/octet-stream'],
      ['Build/Test 4.wasm.framework.unityweb', 'framework', 'application/octet-stream'],
    ],
    '2019 threads': [['Build/Fixture.wasm.memory.unityweb', 'memory', 'application/octet-stream']],
    '2019 streaming gzip': [['Build/Fixture.wasm.code.wasm', 'wasm', 'application/wasm']],
    '2019 streaming brotli': [['Build/Fixture.wasm.code.wasm', 'wasm', 'application/wasm']],
    '2020 uncompressed': [
      ['Build/Fixture.loader.js', 'loader', 'text/javascript'],
      ['Build/Fixture.framework.js', 'framework', 'application/javascript'],
      ['Build/Fixture.data', 'data', 'application/octet-stream'],
      ['Build/Fixture.wasm', 'wasm', 'application/wasm'],
      ['Build/Fixture.symbols.json', 'symbols', 'application/json'],
      ['TemplateData/style.css', null, 'text/css; charset=utf-8'],
      ['TemplateData/favicon.ico', null, 'image/vnd.microsoft.icon'],
    ],
    '2020 gzip': [
      ['Build/Fixture.framework.js.gz', 'framework', 'application/javascript'],
      ['Build/Fixture.data.gz', 'data', 'application/octet-stream'],
      ['Build/Fixture.wasm.gz', 'wasm', 'application/wasm'],
      ['Build/Fixture.symbols.json.gz', 'symbols', 'application/json'],
    ],
    '2020 brotli': [
      ['Build/Fixture.framework.js.br', 'framework', 'application/javascript'],
      ['Build/Fixture.data.br', 'data', 'application/octet-stream'],
      ['Build/Fixture.wasm.br', 'wasm', 'application/wasm'],
    ],
    '2021 gzip with fallback': [
      ['Build/Fixture.framework.js.unityweb', 'framework', 'application/javascript'],
      ['Build/Fixture.data.unityweb', 'data', 'application/octet-stream'],
      ['Build/Fixture.wasm.unityweb', 'wasm', 'application/wasm'],
      ['Build/Fixture.symbols.json.unityweb', 'symbols', 'application/json'],
    ],
    '2022 PWA template': [
      ['ServiceWorker.js', null, 'text/javascript'],
      ['manifest.webmanifest', null, 'application/manifest+json'],
    ],
    '2022 Addressables': [
      ['StreamingAssets/aa/settings.json', null, 'application/json'],
      ['StreamingAssets/aa/catalog.hash', null, 'text/plain'],
      ['StreamingAssets/aa/WebGL/group.bundle', null, 'application/octet-stream'],
      ['StreamingAssets/level.bin.gz', null, 'application/octet-stream'],
      ['StreamingAssets/intro.mp4', null, 'video/mp4'],
    ],
    'Unity 6 threads': [['Build/Fixture.worker.js', 'worker', 'application/javascript']],
  };
const notEncodable = /\.(bundle|bin\.gz|mp4)$/;

describe.each(Object.keys(generations) as (keyof typeof generations)[])('%s', (name) => {
  test('is recognised by its page, its names and its bytes', async () => {
    const { report } = await inspectTree(makeTree(await generations[name]()));
    expect(report).toMatchObject(facts[name]);
    const expected = report.threads ? ['threads'] : report.webGpu ? ['webgpu'] : [];
    expect(report.warnings.map((warning) => warning.code)).toEqual(expected);
  });

  test('is served with the types and roles of the table', async () => {
    const entries = await generations[name]();
    const { files, report } = await inspectTree(makeTree(entries));
    expect(files.map((file) => file.path).sort()).toEqual(entries.map((entry) => entry.name).sort());
    for (const [path, role, contentType] of served[name] ?? []) {
      expect(files.find((file) => file.path === path)).toMatchObject({ path, role, contentType });
    }
    for (const part of report.parts) {
      expect(files.find((file) => file.path === part.path)).toMatchObject({
        role: part.role,
        encodable: true,
      });
    }
    for (const file of files) {
      if (notEncodable.test(file.path)) expect(file).toMatchObject({ encodable: false });
    }
  });

  test('is recognised by its parts without its page', async () => {
    const { report: whole } = await inspectTree(makeTree(await generations[name]()));
    const { report } = await inspectTree(makeTree(withoutPages(await generations[name]())));
    expect(report).toMatchObject({ kind: 'unity', pageMade: true, template: 'none', entry: 'index.html' });
    const parts = (of: typeof report) => of.parts.map(({ role, path }) => `${role} ${path}`).sort();
    expect(parts(report)).toEqual(parts(whole));
    expect(report.unityVersion).toBe(facts[name].unityVersion);
  });

  test('is reported as incomplete without its data file', async () => {
    const { report: whole } = await inspectTree(makeTree(await generations[name]()));
    const data = whole.parts.find((part) => part.role === 'data')?.path ?? '';
    const entries = (await generations[name]()).filter((entry) => entry.name !== data);
    const { report } = await inspectTree(makeTree(entries));
    expect(report.warnings.find((warning) => warning.code === 'missing_part')?.message).toContain(data);
  });
});

test('a hashed build without a page is assembled by the kinds of its files, also by bytes alone', async () => {
  const entries = without(await makeInstanceBuild({ hashed: true }), /html$|^TemplateData/).map((entry) => ({
    ...entry,
    name: entry.name.replace(/\.(framework\.js|data|wasm)$/, ''),
  }));
  const { report } = await inspectTree(makeTree(entries));
  expect(report).toMatchObject({ kind: 'unity', hashedNames: true, pageMade: true });
  expect(report.parts.map((part) => part.role).sort()).toEqual(['data', 'framework', 'loader', 'wasm']);
});

test('a release build of Unity 5.5 is served under the unpacked names too', async () => {
  const { report, files } = await inspectTree(makeTree(makeReleaseFolderBuild()));
  expect(report).toMatchObject({
    kind: 'unity',
    loader: 'UnityLoader',
    compression: 'gzip',
    template: 'custom',
  });
  const packed = files.find((file) => file.path === 'Release/Fixture.datagz');
  expect(files.find((file) => file.path === 'Release/Fixture.data')?.sha256).toBe(packed?.sha256);
  expect(files.filter((file) => !file.isAlias)).toHaveLength(report.fileCount);
  expect(report.warnings.map((warning) => warning.code)).toEqual(['dropped_files']);
});
