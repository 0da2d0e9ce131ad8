import { isStockScript } from './stock-script.ts';
import type { Token } from './tokens.ts';
import { tokensOf } from './tokens.ts';

/** Tokens as code is compared: without the values of its texts and numbers, and without what ends its statements. */
function codeOf(tokens: readonly Token[]): string {
  return tokens.map(formOf).join('');
}

function formOf({ kind, text }: Token): string {
  if (kind === 'text') return '"" ';
  if (kind === 'number') return '0 ';
  return text === ';' ? '' : `${text} `;
}

/** Names that differ by Unity's version, or by the creator. */
const names: Readonly<Record<string, string>> = {
  NAME: '[\\w$]+',
  INSTANCE: '(?:gameInstance|unityInstance)',
  BAR: '(?:empty|full)',
};

function code(text: string): string {
  const form = codeOf(tokensOf(text)).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return form.replace(/\b[A-Z]+\b/g, (name) => names[name] ?? name);
}

const any = (...parts: string[]) => `(?:${parts.join('|')})*`;
const block = (head: string, body: readonly string[], end = '}') => code(head) + any(...body) + code(end);

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

const loaderCode = new RegExp(`^${any(...loaderPages)}$`);

/**
 * Whether code does only what Unity's stock pages of any version do. Other code may be needed by a game's plugins.
 * Pages of 5.6 to 2019 are compared as a whole.
 * @param tokens for `createUnityInstance`, with the marks of the configuration
 */
export function isStockCode(
  tokens: readonly Token[],
  loader: 'createUnityInstance' | 'UnityLoader',
): boolean {
  return loader === 'UnityLoader' ? loaderCode.test(codeOf(tokens)) : isStockScript(tokens);
}
