import { describe, expect, test } from 'vitest';
import { defaultScripts, minimalScripts, pwaScripts, stockPages } from '#fixtures/stock-pages.ts';
import type { FixtureEntry } from '#fixtures/tree.ts';
import { makeTree } from '#fixtures/tree.ts';
import { type InstanceOptions, makeInstanceBuild } from '#fixtures/unity.ts';
import { makeLoaderBuild } from '#fixtures/unity-old.ts';
import { inspectTree } from '../inspect.ts';
import { cpuMilliseconds } from '../testing.ts';

const instance = async (page: InstanceOptions['page'], change: (html: string) => string) =>
  templateWith(await makeInstanceBuild({ page }), 'index.html', change);

async function templateWith(build: FixtureEntry[], name: string, change: (text: string) => string) {
  const entries = build.map((entry) =>
    entry.name === name ? { ...entry, data: change(String(entry.data)) } : entry,
  );
  return (await inspectTree(makeTree(entries))).report.template;
}

/** In place of the last script of a page. */
const withScript = (script: string) => (html: string) =>
  `${html.slice(0, html.lastIndexOf('<script>'))}<script>${script}${html.slice(html.lastIndexOf('</script>'))}`;

describe('stock code', () => {
  test.each(Object.entries(stockPages))('%s', async (_, { template, build }) => {
    expect((await inspectTree(makeTree(await build()))).report.template).toBe(template);
  });

  test.each([...Object.values(defaultScripts).slice(0, 5), defaultScripts['6000.0']])(
    'each default page after minification',
    async (script) => {
      const squeezed = script
        .replaceAll(/\/\/ .*/g, '')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ ?([;{}()=]) ?/g, '$1');
      expect(await instance('default', withScript(squeezed))).toBe('default');
    },
  );

  test('each with the instance named for plugins, as Flux’s own pages do', async () => {
    for (const script of [defaultScripts['2020.1'], defaultScripts['2022.3'], defaultScripts['6000.0']]) {
      const named = script
        .replaceAll('unityInstance', 'u')
        .replace('.then((u) => {', '$& window.unityInstance = u;');
      expect(await instance('default', withScript(named))).toBe('default');
    }
    const start = minimalScripts['2021.1'].replace(/;$/, '');
    const named = `${start}.then((instance) => { window.unityInstance = instance; });`;
    expect(await instance('minimal', withScript(named))).toBe('minimal');
  });

  test('each as a later version may write it: other names, lines and elements, with the same effects', async () => {
    const written = (script: string) =>
      script
        .replaceAll('progressBarFull', 'bar')
        .replaceAll(/\bvar (?!config|buildUrl|loaderUrl)/g, 'const ')
        .replace('loadingBar.style.display = "block";', '$& canvas.style.outline = "none"; canvas.focus();')
        .replace('(unityInstance) =>', 'instance =>')
        .replace('unityInstance.SetFullscreen', 'instance.SetFullscreen')
        .replace('(message) => { alert(message); }', 'console.error');
    for (const script of [defaultScripts['2021.1'], defaultScripts['2022.3'], pwaScripts['6000.0']]) {
      const page = script.includes('serviceWorker') ? 'pwa' : 'default';
      expect(await instance(page, withScript(written(script)))).toBe(page);
    }
    const withElement = (html: string) =>
      html.replace('<div id="unity-footer">', '$&<div id="unity-webgpu-logo"></div>');
    expect(await instance('default', withElement)).toBe('default');
  });

  test.each([
    'var gameInstance = UnityLoader.instantiate("gameContainer", "Build/Fixture.json", {onProgress: UnityProgress});',
    'var unityInstance = UnityLoader.instantiate("unityContainer", "Build/Fixture.json", {onProgress: UnityProgress});',
    'UnityLoader.instantiate("gameContainer", "Build/Fixture.json")',
  ])('of older versions: %s', async (script) => {
    expect(await templateWith(await makeLoaderBuild(), 'index.html', withScript(script))).toBe('default');
  });

  test('the progress bar of older versions', async () => {
    const bar = `function UnityProgress(unityInstance, progress) {
      if (!unityInstance.Module) return;
      if (!unityInstance.logo) {
        unityInstance.logo = document.createElement("div");
        unityInstance.logo.className = "logo " + unityInstance.Module.splashScreenStyle;
        unityInstance.container.appendChild(unityInstance.logo);
      }
      if (!unityInstance.progress) {
        unityInstance.progress = document.createElement("div");
        unityInstance.progress.className = "progress " + unityInstance.Module.splashScreenStyle;
        unityInstance.progress.empty = document.createElement("div");
        unityInstance.progress.empty.className = "empty";
        unityInstance.progress.appendChild(unityInstance.progress.empty);
        unityInstance.container.appendChild(unityInstance.progress);
      }
      unityInstance.progress.full.style.width = (100 * progress) + "%";
      unityInstance.progress.empty.style.width = (100 * (1 - progress)) + "%";
      if (progress == 1) unityInstance.logo.style.display = unityInstance.progress.style.display = "none";
    }`;
    const build = await makeLoaderBuild();
    const name = 'TemplateData/UnityProgress.js';
    expect(await templateWith(build, name, () => bar)).toBe('default');
    expect(await templateWith(build, name, () => `${bar} function showAd() {}`)).toBe('custom');
  });
});

describe('custom code that a plugin of the game may need', () => {
  const inStock = (from: string, to: string) => (html: string) =>
    withScript(defaultScripts['2022.3'].replace(from, () => to))(html);

  test.each([
    [
      'a script more',
      (html: string) => html.replace('</body>', '<script>function showAd() {}</script></body>'),
    ],
    ['a function more', inStock('var buildUrl', 'function showAd() {} var buildUrl')],
    ['a variable more', inStock('var buildUrl', 'var level = 1; var buildUrl')],
    [
      'a call once it runs',
      inStock('.then((unityInstance) => {', '.then((unityInstance) => { ready(unityInstance);'),
    ],
    [
      'another name for it',
      inStock('.then((unityInstance) => {', '.then((unityInstance) => { game = unityInstance;'),
    ],
    [
      'a message to the game',
      inStock('loadingBar.style.display = "none";', 'unityInstance.SendMessage("A", "B");'),
    ],
    ['something at each step', inStock('(progress) => {', '(progress) => { tell(progress);')],
    ['another way to fail', inStock('alert(message);', 'report(message);')],
    ['another banner', inStock('updateBannerVisibility();', 'parent.postMessage(msg);')],
    [
      'the start on computers alone',
      inStock('canvas.style.height = "600px";', 'createUnityInstance(canvas, config);'),
    ],
    [
      'a pixel ratio on computers alone',
      inStock('canvas.style.height = "600px";', 'config.devicePixelRatio = 1;'),
    ],
    ['the start on a click', inStock('script.onload = () => {', 'canvas.onclick = () => {')],
    ['another start', inStock('document.body.appendChild(script);', 'createUnityInstance(canvas, config);')],
    ['another script', inStock('script.src = loaderUrl;', 'script.src = "https://ads.test/sdk.js";')],
    ['code inside of a text', inStock('"Build"', '`Build$' + '{showAd()}`')],
    ['markup', inStock("'background: red; padding: 10px;'", "'<b>'")],
    [
      'a key of the instance',
      inStock('loadingBar.style.display = "none";', 'unityInstance.Module.key = "a";'),
    ],
    [
      'a listener',
      inStock(
        'var script =',
        'window.addEventListener("message", (event) => { alert(event.data); }); var script =',
      ),
    ],
    ['a loop', inStock('var script =', 'for (;;) { canvas.focus(); } var script =')],
    ['another element', (html: string) => html.replace('unity-build-title', 'unity-ad')],
    [
      'a picture',
      (html: string) => html.replace('<div id="unity-footer">', '$&<img src="TemplateData/logo.png">'),
    ],
    ['a setting by another way', inStock('var script =', 'config["arguments"] = list; var script =')],
    [
      'a module',
      (html: string) => html.replace('</body>', '<script type="module">import "a"</script></body>'),
    ],
  ])('%s', async (_, change) => {
    expect(await instance('default', (html) => withScript(defaultScripts['2022.3'])(html))).toBe('default');
    expect(await instance('default', change)).toBe('custom');
  });

  test('a modified tool of Unity', async () => {
    const page = stockPages['default of 6000.1 with its numbers, for development'];
    const build = (await page?.build()) ?? [];
    for (const name of ['TemplateData/diagnostics.js', 'TemplateData/profiler.js'])
      for (const more of ['function showAd() {}', 'var ads = (function () {\n})();'])
        expect(await templateWith(build, name, (text) => `${text}${more}`)).toBe('custom');
  });

  test.each([
    'var gameInstance = UnityLoader.instantiate("gameContainer", "Build/Fixture.json", { Module: { arguments: [] } });',
    'var game = UnityLoader.instantiate("gameContainer", "Build/Fixture.json");',
    'var gameInstance = UnityLoader.instantiate("gameContainer", "Build/Fixture.json"); function showAd() {}',
  ])('in older versions: %s', async (script) => {
    expect(await templateWith(await makeLoaderBuild(), 'index.html', withScript(script))).toBe('custom');
  });
});

test.each([
  ['openings', 'if(!a.logo){'],
  ['starts', 'createUnityInstance(canvas, config, (progress) => {'],
  ['elements', 'var canvas = document.querySelector("");'],
  ['quotes', '`\\'],
])('endless %s are compared in bounded time', async (_, piece) => {
  const script = `${piece.repeat(11_000 / piece.length)}!`;
  const compare = async () => {
    const template = await instance('default', (html) => html.replace('var canvas', `${script} var canvas`));
    expect(template).toBe('custom');
  };
  expect(await cpuMilliseconds(compare)).toBeLessThan(3000);
});
