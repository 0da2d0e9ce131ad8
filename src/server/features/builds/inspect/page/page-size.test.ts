import { expect, test } from 'vitest';
import { readPage } from './html.ts';
import { pageSizeOf } from './page-size.ts';
import { ScriptValues } from './script-values.ts';

function sizeOf(html: string, template: 'default' | 'minimal' | 'pwa' | 'custom' = 'default', script = '') {
  const entry = {
    file: null as never,
    page: readPage(html),
    source: script,
    values: new ScriptValues(script),
  };
  return pageSizeOf(entry, template).pageSize;
}

const desktop = `if (/iPhone|iPad|iPod|Android/i.test(navigator.userAgent)) { container.className = "unity-mobile"; }
  else { canvas.style.width = "960px"; canvas.style.height = "600px"; }`;
const footer = '<div id="unity-footer"></div>';

test.each([
  [
    'of 2021 and later, with its footer',
    sizeOf(`<canvas id="unity-canvas" width=960 height=600></canvas>${footer}`, 'default', desktop),
    { width: 960, height: 638, fillsPhones: true },
  ],
  [
    'of 2020, whose style overrules its attributes',
    sizeOf('<canvas id="unity-canvas" width=1280 height=720 style="width: 800px; height: 450px">', 'minimal'),
    { width: 800, height: 450, fillsPhones: false },
  ],
  [
    'of 2019, in a container',
    sizeOf('<div id="unityContainer" style="width: 960px; height: 600px"></div><div class="footer"></div>'),
    { width: 960, height: 638, fillsPhones: false },
  ],
  [
    'of Unity 5, by attributes',
    sizeOf('<canvas class="emscripten" id="canvas" height="600px" width="960px"></canvas>'),
    { width: 960, height: 600, fillsPhones: false },
  ],
  [
    'of somebody’s own that says it in pixels',
    sizeOf('<canvas></canvas>', 'custom', desktop),
    { width: 960, height: 600, fillsPhones: true },
  ],
])('the room that a page takes is read: %s', (_name, found, expected) => {
  expect(found).toEqual(expected);
});

test.each([
  ['a share of the window', sizeOf('<canvas style="width: 100%; height: 100%"></canvas>')],
  ['one side alone', sizeOf('<canvas style="width: 960px"></canvas>')],
  ['attributes of a page of somebody’s own', sizeOf('<canvas width=960 height=600></canvas>', 'custom')],
  ['attributes of a page that fills the window', sizeOf('<canvas width=960 height=600></canvas>', 'pwa')],
  [
    'only the least and most that it may be',
    sizeOf('<div></div><canvas style="max-width: 960px; min-height: 600px">'),
  ],
  ['sizes that nobody means', sizeOf('<canvas width=1 height=99999></canvas>')],
  ['no canvas', sizeOf('<p style="width: 960px; height: 600px"></p>')],
])('nothing is read from %s', (_name, found) => {
  expect(found).toBeUndefined();
});
