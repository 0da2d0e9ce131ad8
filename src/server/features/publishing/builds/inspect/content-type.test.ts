import { expect, test } from 'vitest';
import { makeTree } from '#fixtures/tree.ts';
import { contentTypeOf } from './content-type.ts';
import { inspectTree } from './inspect.ts';

test.each([
  ['a.PNG', 'image/png'],
  ['a.tar.gz', 'application/octet-stream'],
  ['README', 'application/octet-stream'],
  ['Build/a.wasm', 'application/wasm'],
])('%s is %s', (path, type) => {
  expect(contentTypeOf(path, null)).toBe(type);
});

test('an extension that is also a property of Object is an ordinary extension', async () => {
  const endings = Object.getOwnPropertyNames(Object.prototype);
  const data = 'a creator’s own';
  const { files } = await inspectTree(
    makeTree([{ name: 'index.html', data }, ...endings.map((ending) => ({ name: `a.${ending}`, data }))]),
  );
  const types = new Set(files.filter(({ path }) => path !== 'index.html').map((file) => file.contentType));
  expect(types).toEqual(new Set(['application/octet-stream']));
});
