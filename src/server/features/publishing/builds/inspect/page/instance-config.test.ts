import { expect, test } from 'vitest';
import { makeTree } from '#fixtures/tree.ts';
import { type InstanceOptions, makeInstanceBuild } from '#fixtures/unity.ts';
import { unityPage } from '#server/delivery/pages/theme/stage.ts';
import { treatmentOf } from '#server/delivery/pages/theme/treatment.ts';
import { inspectTree } from '../inspect.ts';

/** The instance configuration of a build with a changed page. */
async function changed(from: string, to: string, page: InstanceOptions['page'] = 'default') {
  const entries = (await makeInstanceBuild({ page })).map((entry) =>
    entry.name === 'index.html' ? { ...entry, data: String(entry.data).replace(from, to) } : entry,
  );
  const { report, files } = await inspectTree(makeTree(entries));
  return { report, files: new Map(files.map((file) => [file.path, file])) };
}

/** With one more entry in the configuration, and with one more line behind it. */
const withEntry = (entry: string, page?: InstanceOptions['page']) =>
  changed('companyName:', `${entry},\n        companyName:`, page);
const withLine = (line: string) => changed('var script = document', `${line}\n      var script = document`);

const values = [
  ['autoSyncPersistentDataPath', 'true', true],
  ['autoSyncPersistentDataPath', '!0', true],
  ['matchWebGLToCanvasSize', 'false', false],
  ['devicePixelRatio', '1.5', 1.5],
  ['streamingAssetsUrl', '"https://cdn.example/Assets"', 'https://cdn.example/Assets'],
  ['streamingAssetsUrl', 'buildUrl + "/Assets"', 'Build/Assets'],
  ['arguments', '["-level", "2",]', ['-level', '2']],
  ['arguments', '[]', []],
  ['cacheControl', '{ "default": "no-store" }', { default: 'no-store' }],
  [
    'webglContextAttributes',
    '{ preserveDrawingBuffer: true, /* fast */ powerPreference: -1, alpha: null }',
    { preserveDrawingBuffer: true, powerPreference: -1, alpha: null },
  ],
] as const;

test.each(values)('a theme keeps a stock page’s %s: %s', async (key, text, value) => {
  for (const { report, files } of [
    await withEntry(`${key}: ${text}`),
    await withEntry(`"${key}" : ${text}`),
    await withLine(`config.${key} = ${text};`),
    await withLine(`config.${key}=${text}`),
  ]) {
    // The fixture's default precedes it.
    expect(report.options).toEqual({ streamingAssetsUrl: 'StreamingAssets', [key]: value });
    expect(treatmentOf('modern', report).kind).toBe('replaced');
    expect(unityPage({ report, files }).stage).toMatchObject({ options: report.options });
  }
});

test.each(['minimal', 'pwa'] as const)('it is read from the %s template as well', async (page) => {
  const { report } = await withEntry('autoSyncPersistentDataPath: true', page);
  expect(report).toMatchObject({ template: page, options: { autoSyncPersistentDataPath: true } });
});

test.each([
  ['a key that no loader of Unity knows', 'errorHandler: function (error) { alert(error) }'],
  ['a computed value', 'devicePixelRatio: window.devicePixelRatio'],
  ['a computed number', 'devicePixelRatio: 2 * 1'],
  ['a choice', 'autoSyncPersistentDataPath: isPhone ? true : false'],
  ['a function', 'cacheControl: function (url) { return "no-store"; }'],
  ['a computed part of an object', 'webglContextAttributes: { alpha: isPhone }'],
  ['a variable that holds more than a text', 'arguments: list'],
  ['entries of another object', '...others'],
  ['a method', 'print(text) { log(text) }'],
  ['a computed key', '["arguments"]: []'],
  ['a prototype', 'webglContextAttributes: { __proto__: {} }'],
])('a page with %s is framed, because the value is unknown', async (_, entry) => {
  const { report } = await withEntry(entry);
  expect(report.template).toBe('custom');
  expect(report).not.toHaveProperty('options');
  expect(treatmentOf('modern', report).kind).toBe('framed');
});

test.each([
  ['a computed value', 'config.devicePixelRatio = window.devicePixelRatio;'],
  ['a condition', 'if (location.search) { config.autoSyncPersistentDataPath = true; }'],
  ['an unknown key', 'config.errorHandler = showError;'],
  ['a value that goes on', 'config.devicePixelRatio = 1\n * 2'],
])('and so is one that assigns %s later', async (_, line) => {
  expect((await withLine(line)).report.template).toBe('custom');
});

test('values that Flux sets itself may be computed', async () => {
  const { report } = await changed(
    '"Fixture",\n        productVersion',
    'document.title,\n        productVersion',
  );
  expect(report).toMatchObject({ template: 'default', productName: null });
});

test('comments are ignored', async () => {
  const { report } = await withEntry('/* devicePixelRatio: 1, */ // arguments: ["a"]\n arguments: []');
  expect(report.options).toEqual({ streamingAssetsUrl: 'StreamingAssets', arguments: [] });
});
