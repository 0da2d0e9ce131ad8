import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { VersionTag } from './version-tag.tsx';

test.each([
  ['1.5', 'v1.5'],
  ['2.0-rc1', 'v2.0-rc1'],
  ['beta 2', 'beta 2'],
  ['v1.5', 'v1.5'],
])('version %j is shown as %j', (of, shown) => {
  expect(renderToStaticMarkup(createElement(VersionTag, { of }))).toContain(`>${shown}<`);
});
