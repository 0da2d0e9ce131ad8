import { expect, test } from 'vitest';
import { cpuMilliseconds } from '../testing.ts';
import { readPage } from './html.ts';
import { pageSizeOf } from './page-size.ts';
import { ScriptValues } from './script-values.ts';

function sizeOf(html: string, template: 'default' | 'minimal' | 'pwa' | 'custom' = 'default', script = '') {
  const page = readPage(html.includes('<body') ? html : `<body style="margin: 0">${html}`);
  const entry = {
    file: null as never,
    page,
    source: script || page.inlineScripts.join('\n'),
    styles: page.inlineStyles.join('\n'),
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
    'of 5.6 to 2019 without a footer, which leaves the margin of browsers',
    sizeOf(
      '<body><div id="gameContainer" style="width: 960px; height: 600px; margin: auto"></div>',
      'minimal',
    ),
    { width: 976, height: 616, fillsPhones: false },
  ],
  [
    'of Unity 5, by attributes',
    sizeOf('<canvas class="emscripten" id="canvas" height="600px" width="960px"></canvas>'),
    { width: 960, height: 600, fillsPhones: false },
  ],
  [
    'of somebody’s own that says it in pixels',
    sizeOf('<body style="margin: 0"><canvas></canvas>', 'custom', desktop),
    { width: 960, height: 600, fillsPhones: true },
  ],
])('the size of a page is read: %s', (_name, found, expected) => {
  expect(found).toEqual(expected);
});

test.each([
  ['a share of the window', sizeOf('<canvas style="width: 100%; height: 100%"></canvas>')],
  ['one side alone', sizeOf('<canvas style="width: 960px"></canvas>')],
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

/** A page of another engine. */
const own = (html: string, styles = '', script = '') =>
  sizeOf(`<style>${styles}</style>${html.includes('<body') ? '' : '<body>'}${html}`, 'custom', script);
const canvas = '<canvas id="game" class="wide" width=800 height=480></canvas>';
const flat = { width: 800, height: 480, fillsPhones: false };

test.each([
  ['by attributes, with the margin of browsers', own(canvas), { ...flat, width: 816, height: 496 }],
  ['without a margin', own(canvas, 'body { margin: 0; background: black }'), flat],
  ['without one anywhere', own(canvas, '* { margin: 0; padding: 0 }'), flat],
  ['without one on the element', own(`<body style="margin: 0">${canvas}`), flat],
  [
    'with one of its own',
    own(canvas, 'html, body { margin: 20px auto }'),
    { ...flat, width: 840, height: 520 },
  ],
  [
    'by a stylesheet',
    own(
      '<canvas id="game"></canvas>',
      'body{margin:0} body > #game:focus, p { width: 800px; height: 480px; }',
    ),
    flat,
  ],
  [
    'by a script',
    own('<canvas id="game"></canvas>', 'body{margin:0}', 'canvas.width = 800;\ncanvas.height=480;'),
    flat,
  ],
  [
    'as a Unity page with other rules for phones',
    own(canvas, 'body{margin:0} .unity-mobile #game, #game.unity-mobile { width: 100%; height: 100% }'),
    flat,
  ],
  [
    'for a canvas that its script makes',
    own(
      '<main></main>',
      'body{margin:0}',
      'const canvas = document.createElement("canvas"); canvas.width = 800; canvas.height = 480;',
    ),
    flat,
  ],
  [
    'beside a canvas out of sight',
    own(canvas, 'body{margin:0}', 'const buffer = document.createElement("canvas");'),
    flat,
  ],
  [
    'beside rules for others',
    own(canvas, 'body{margin:0} /* canvas { width: 100% } */ canvas p, .tall, #other { width: 100%; }'),
    flat,
  ],
])('a page of any engine defines it %s', (_name, found, expected) => {
  expect(found).toEqual(expected);
});

test.each([
  ['follows the window by its style', own(canvas, 'canvas { width: 100vw; height: 100vh }')],
  [
    'follows it in some windows',
    own(canvas, '@media (max-width: 700px) { #game { width: 100%; height: auto } }'),
  ],
  ['is never wider than what is around it', own(canvas, '.wide { max-width: 100%; }')],
  ['lies on all sides of it', own(canvas, '* { inset: 0 }')],
  ['keeps its shape', own(canvas, 'canvas.wide { width: 100%; height: auto }')],
  ['says so itself', own('<canvas width=800 height=480 style="width: 100%"></canvas>')],
  ['asks for the window', own(canvas, '', 'game.scale = innerWidth / 800;')],
  ['hears of it', own(canvas, '', 'addEventListener("resize", fit);')],
  ['sizes it by a share', own(canvas, '', 'canvas.style.width = "100%"')],
  ['draws in several', own(canvas + canvas)],
  ['makes several', own('', '', 'document.createElement("canvas"); document.createElement("canvas");')],
  ['draws in none', own('<p>Words</p>')],
])('a page that %s has no size', (_name, found) => {
  expect(found).toBeUndefined();
});

test('any stylesheet is read in bounded time', async () => {
  for (const piece of ['canvas{', '/*', 'a,', '}', '{', ':', 'canvas:not(', '#']) {
    const read = () => own(canvas, piece.repeat(400_000 / piece.length));
    expect(await cpuMilliseconds(read), piece).toBeLessThan(3000);
  }
});
