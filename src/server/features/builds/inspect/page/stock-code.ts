import { type Token, tokensOf } from './tokens.ts';

/** What stands for a configuration that was read, and for an assignment to it; no code has such marks. */
export const configMark = '#config';
export const settingMark = '#set';

/** Tokens as code is compared: without the values of its texts and numbers, and without what ends its statements. */
export function codeOf(tokens: readonly Token[]): string {
  return joined(tokens.map(formOf));
}

/** What `codeOf` makes of one token; nothing of what ends a statement. */
export function formOf({ kind, text }: Token): string {
  if (kind === 'text') return '""';
  if (kind === 'number') return '0';
  return text === ';' ? '' : text;
}

export function joined(forms: readonly string[]): string {
  return forms.map((form) => (form === '' ? '' : `${form} `)).join('');
}

/** Names that differ by Unity's version, or by the creator. */
const names: Readonly<Record<string, string>> = {
  ELEMENT: '(?:container|canvas|loadingBar|progressBarFull|fullscreenButton|mobileWarning|warningBanner)',
  NAME: '[\\w$]+',
  INSTANCE: '(?:gameInstance|unityInstance)',
  BAR: '(?:empty|full)',
  CONFIG: configMark,
  SETTING: settingMark,
};

function code(text: string): string {
  const form = codeOf(tokensOf(text)).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return form.replace(/\b[A-Z]+\b/g, (name) => names[name] ?? name);
}

const any = (...parts: string[]) => `(?:${parts.join('|')})*`;
const block = (head: string, body: readonly string[], end = '}') => code(head) + any(...body) + code(end);
const shows = (name: string) => [
  code(`${name}.style.display = ""`),
  code('document.querySelector("").style.display = ""'),
];

const banner = block('function unityShowBanner(msg, type) {', [
  code('var warningBanner = document.querySelector("")'),
  code(
    'function updateBannerVisibility() { warningBanner.style.display = warningBanner.children.length ? "" : "" }',
  ),
  code('var div = document.createElement("")'),
  code('div.innerHTML = msg'),
  code('warningBanner.appendChild(div)'),
  code('if (type == "") div.style = ""'),
  code(`else { if (type == "") div.style = ""
    setTimeout(function() { warningBanner.removeChild(div) updateBannerVisibility() }, 0) }`),
  code('updateBannerVisibility()'),
]);

const sizes = ['width', 'height', 'position'].map((name) => code(`canvas.style.${name} = ""`));
const onPhones = [
  block('if (/iPhone|iPad|iPod|Android/i.test(navigator.userAgent)) {', [
    code('var meta = document.createElement("")'),
    code('meta.name = ""'),
    code('meta.content = ""'),
    code('document.getElementsByTagName("")[0].appendChild(meta)'),
    code('var canvas = document.querySelector("")'),
    code('container.className = ""'),
    code('document.querySelector("").className = ""'),
    code('canvas.className = ""'),
    code('config.devicePixelRatio = 0'),
    code('unityShowBanner("")'),
    code('mobileWarning.style.display = ""'),
    code('setTimeout(() => { mobileWarning.style.display = "" }, 0)'),
    code('document.body.style.textAlign = ""'),
    ...sizes,
  ]),
  `(?:${block('else {', sizes)})?`,
].join('');

/** Plugins find the instance by this name, and Flux's own pages set it, too. */
const named = code('window.unityInstance = NAME');
const started = block(
  '.then((NAME) => {',
  [
    ...shows('loadingBar'),
    code('fullscreenButton.onclick = () => { NAME.SetFullscreen(0) }'),
    code('document.querySelector("").onclick = () => { NAME.SetFullscreen(0) }'),
    named,
  ],
  '})',
);
const start =
  block(
    'createUnityInstance(canvas, config, (progress) => {',
    [
      code('progressBarFull.style.width = 0 * progress + ""'),
      code('document.querySelector("").style.width = 0 * progress + ""'),
    ],
    '})',
  ) +
  started +
  code('.catch((message) => { alert(message) })');

/** Default, Minimal and PWA of 2020.1 to Unity 6. */
const instancePages = [
  code(
    'window.addEventListener("", function () { if ("" in navigator) { navigator.serviceWorker.register("") } })',
  ),
  code('var ELEMENT = document.querySelector("")'),
  banner,
  code('var buildUrl = ""'),
  code('var loaderUrl = buildUrl + ""'),
  code('var config = CONFIG'),
  code('SETTING'),
  onPhones,
  code('canvas.style.background = "" + buildUrl + ""'),
  ...shows('loadingBar'),
  code('var script = document.createElement("")'),
  code('script.src = loaderUrl'),
  `${code('script.onload = () => {')}${start}${code('}')}`,
  code('document.body.appendChild(script)'),
  `${code('createUnityInstance(document.querySelector(""), CONFIG)')}(?:${block('.then((NAME) => {', [named], '})')})?`,
];

const progressBar = block('function UnityProgress(NAME, NAME) {', [
  code('if (!NAME.Module) return'),
  block('if (!NAME.logo) {', [
    code('NAME.logo = document.createElement("")'),
    code('NAME.logo.className = "" + NAME.Module.splashScreenStyle'),
    code('NAME.container.appendChild(NAME.logo)'),
  ]),
  block('if (!NAME.progress) {', [
    code('NAME.progress = document.createElement("")'),
    code('NAME.progress.className = "" + NAME.Module.splashScreenStyle'),
    code('NAME.progress.BAR = document.createElement("")'),
    code('NAME.progress.BAR.className = ""'),
    code('NAME.progress.appendChild(NAME.progress.BAR)'),
    code('NAME.container.appendChild(NAME.progress)'),
  ]),
  code('NAME.progress.BAR.style.width = (0 * NAME) + ""'),
  code('NAME.progress.BAR.style.width = (0 * (0 - NAME)) + ""'),
  code('if (NAME == 0) NAME.logo.style.display = NAME.progress.style.display = ""'),
]);

/** Default and Minimal of 5.6 to 2019. */
const loaderPages = [
  progressBar,
  ...[
    'UnityLoader.instantiate("", "")',
    'UnityLoader.instantiate("", "", { onProgress: UnityProgress })',
  ].map((call) => `(?:${code('var INSTANCE =')})?${code(call)}`),
];

const stockCode = {
  createUnityInstance: new RegExp(`^${any(...instancePages)}$`),
  UnityLoader: new RegExp(`^${any(...loaderPages)}$`),
};

/**
 * Whether code consists of nothing but what Unity itself writes into its stock pages, in whichever of its versions. What a
 * game's plugins call may be in anything else.
 */
export function isStockCode(script: string, loader: keyof typeof stockCode): boolean {
  return stockCode[loader].test(script);
}
