import { describe, expect, test } from 'vitest';
import type { FixtureEntry } from '../../../../../../fixtures/tree.ts';
import { makeTree } from '../../../../../../fixtures/tree.ts';
import { type InstanceOptions, makeInstanceBuild } from '../../../../../../fixtures/unity.ts';
import { makeLoaderBuild } from '../../../../../../fixtures/unity-old.ts';
import { inspectTree } from '../inspect.ts';

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

const elements = (...names: string[]) =>
  names.map((name) => `var ${name} = document.querySelector("#unity-${name}");`).join('\n');
const shared = ['container', 'canvas', 'loadingBar', 'progressBarFull'];
const config = (more = '') => `
  var buildUrl = "Build";
  var loaderUrl = buildUrl + "/Fixture.loader.js";
  var config = {
    ${more} dataUrl: buildUrl + "/Fixture.data", frameworkUrl: buildUrl + "/Fixture.framework.js",
    codeUrl: buildUrl + "/Fixture.wasm", streamingAssetsUrl: "StreamingAssets", companyName: "It's",
    productName: "A \\"game\\"; }", productVersion: "1.0", showBanner: unityShowBanner,
  };
  // config.matchWebGLToCanvasSize = false;
`;
const banner = (inside = '') => `
  function unityShowBanner(msg, type) {
    ${inside}
    function updateBannerVisibility() { warningBanner.style.display = warningBanner.children.length ? 'block' : 'none'; }
    var div = document.createElement('div');
    div.innerHTML = msg;
    warningBanner.appendChild(div);
    if (type == 'error') div.style = 'background: red; padding: 10px;';
    else {
      if (type == 'warning') div.style = 'background: yellow; padding: 10px;';
      setTimeout(function() { warningBanner.removeChild(div); updateBannerVisibility(); }, 5000);
    }
    updateBannerVisibility();
  }`;
const phone = (
  inside: string,
  otherwise = 'else { canvas.style.width = "1px"; canvas.style.height = "1px"; }',
) => `if (/iPhone|iPad|iPod|Android/i.test(navigator.userAgent)) { ${inside} } ${otherwise}`;
const viewport = `
  var meta = document.createElement('meta');
  meta.name = 'viewport';
  meta.content = 'width=device-width, shrink-to-fit=yes';
  document.getElementsByTagName('head')[0].appendChild(meta);`;
const start = (bar: string, full: string, button: string, more = '') => `
  ${bar}.style.display = "block";
  var script = document.createElement("script");
  script.src = loaderUrl;
  script.onload = () => {
    createUnityInstance(canvas, config, (progress) => { ${full}.style.width = 100 * progress + "%"; })
      .then((unityInstance) => {
        ${bar}.style.display = "none"; ${more}
        ${button === '' ? '' : `${button}.onclick = () => { unityInstance.SetFullscreen(1); };`}
      }).catch((message) => { alert(message); });
  };
  document.body.appendChild(script);`;
const byQuery = (name: string) => `document.querySelector("#unity-${name}")`;
const registration =
  'window.addEventListener("load", function () { if ("serviceWorker" in navigator) { navigator.serviceWorker.register("ServiceWorker.js"); } });';

/** The default page of each of Unity's versions, in the order of its own. */
const defaults = {
  '2020.1': `${config().replace('showBanner: unityShowBanner,', '')}
    ${elements(...shared, 'fullscreenButton', 'mobileWarning')}
    ${phone('container.className = "unity-mobile"; config.devicePixelRatio = 1; mobileWarning.style.display = "block"; setTimeout(() => { mobileWarning.style.display = "none"; }, 5000);')}
    ${start('loadingBar', 'progressBarFull', 'fullscreenButton')}`,
  '2020.3': `${elements(...shared, 'fullscreenButton', 'warningBanner')} ${banner()} ${config()}
    ${phone('container.className = "unity-mobile"; config.devicePixelRatio = 1; unityShowBanner("Not on phones.");')}
    ${start('loadingBar', 'progressBarFull', 'fullscreenButton')}`,
  '2022.3': `${elements(...shared, 'fullscreenButton', 'warningBanner')} ${banner()} ${config()}
    ${phone(`${viewport} container.className = "unity-mobile"; canvas.className = "unity-mobile";`)}
    canvas.style.background = "url('" + buildUrl + "/Fixture.jpg') center / cover";
    ${start('loadingBar', 'progressBarFull', 'fullscreenButton')}`,
  'Unity 6': `${elements('canvas')} ${banner('var warningBanner = document.querySelector("#unity-warning");')}
    ${config('arguments: [],')}
    ${phone(`${viewport} document.querySelector("#unity-container").className = "unity-mobile"; canvas.className = "unity-mobile";`)}
    ${start(byQuery('loading-bar'), byQuery('progress-bar-full'), byQuery('fullscreen-button'))}`,
};
const minimal = `${phone(
  `${viewport} var canvas = document.querySelector("#unity-canvas"); canvas.style.width = "100%"; canvas.style.height = "100%";
   canvas.style.position = "fixed"; document.body.style.textAlign = "left";`,
  '',
)}
  createUnityInstance(document.querySelector("#unity-canvas"), {
    arguments: [], dataUrl: "Build/Fixture.data", frameworkUrl: "Build/Fixture.framework.js", codeUrl: "Build/Fixture.wasm",
    streamingAssetsUrl: "StreamingAssets", companyName: "A", productName: "B", productVersion: "1",
  })`;
const pwa = `${registration} ${elements(...shared, 'warningBanner')} ${banner()} ${config()} ${phone(viewport, '')}
  ${start('loadingBar', 'progressBarFull', '')}`;

describe('is one of Unity’s own', () => {
  test.each(Object.entries(defaults))('the default page of %s', async (_, script) => {
    expect(await instance('default', withScript(script))).toBe('default');
    const squeezed = script
      .replaceAll(/\/\/ .*/g, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?([;{}()=]) ?/g, '$1');
    expect(await instance('default', withScript(squeezed))).toBe('default');
  });

  test('the minimal page and that of the PWA', async () => {
    expect(await instance('minimal', withScript(`${minimal};`))).toBe('minimal');
    expect(await instance('pwa', withScript(pwa))).toBe('pwa');
  });

  test('each with the instance named for plugins, as Flux’s own pages do', async () => {
    for (const script of Object.values(defaults)) {
      const named = script
        .replaceAll('unityInstance', 'u')
        .replace('.then((u) => {', '$& window.unityInstance = u;');
      expect(await instance('default', withScript(named))).toBe('default');
    }
    const named = `${minimal}.then((instance) => { window.unityInstance = instance; });`;
    expect(await instance('minimal', withScript(named))).toBe('minimal');
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

describe('is the creator’s own, which a plugin of the game may need', () => {
  const inStock = (from: string, to: string) => (html: string) =>
    withScript(defaults['2022.3'].replace(from, () => to))(html);

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
      inStock('canvas.style.height = "1px";', 'createUnityInstance(canvas, config);'),
    ],
    [
      'a pixel ratio on computers alone',
      inStock('canvas.style.height = "1px";', 'config.devicePixelRatio = 1;'),
    ],
    ['a setting by another way', inStock('var script =', 'config["arguments"] = list; var script =')],
    [
      'a module',
      (html: string) => html.replace('</body>', '<script type="module">import "a"</script></body>'),
    ],
  ])('%s', async (_, change) => {
    expect(await instance('default', (html) => withScript(defaults['2022.3'])(html))).toBe('default');
    expect(await instance('default', change)).toBe('custom');
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
])('endless %s are compared in time', async (_, piece) => {
  const begin = performance.now();
  const script = `${piece.repeat(11_000 / piece.length)}!`;
  expect(await instance('default', (html) => html.replace('var canvas', `${script} var canvas`))).toBe(
    'custom',
  );
  expect(performance.now() - begin).toBeLessThan(3000);
});
