import type { EntryPage } from './entry-page.ts';
import { Literals } from './literals.ts';
import { type Token, tokensOf } from './tokens.ts';

/** Unity's longest stock script has about 3,000 characters without its comments; a longer one does more. */
const maxStockChars = 12_000;

/** What a page of Flux's own says to `createUnityInstance` whatever the creator's says. */
const ownKeys = new Set([
  ...['dataUrl', 'frameworkUrl', 'codeUrl', 'workerUrl', 'memoryUrl', 'symbolsUrl'],
  ...['companyName', 'productName', 'productVersion', 'showBanner'],
]);
/** The others that Unity's loaders of 2020.1 to Unity 6 know. */
const optionKeys = new Set([
  ...['arguments', 'streamingAssetsUrl', 'matchWebGLToCanvasSize', 'devicePixelRatio'],
  ...['autoSyncPersistentDataPath', 'cacheControl', 'webglContextAttributes'],
]);

/** What a page gives `createUnityInstance` beside what every page of Flux's own does. */
export interface InstanceConfig {
  options: Readonly<Record<string, unknown>>;
}

/**
 * Reads all of the configuration of a build of Unity 2020.1 or later: the object, and what is assigned to it later.
 * @returns null where anything of it cannot be read, or is nothing that Unity's loaders know, so that only the page itself
 * can say it
 */
export function readInstanceConfig({ source, values }: EntryPage): InstanceConfig | null {
  if (source.length > maxStockChars) return null;
  const tokens = tokensOf(source);
  const literals = new Literals(tokens, values);
  const start = configStart(tokens);
  const object = start < 0 ? null : readObject(tokens, literals, start);
  return object && readAssignments(tokens, literals, object);
}

interface ReadObject {
  options: Map<string, unknown>;
  /** The places of its braces among the tokens. */
  start: number;
  end: number;
}

/** Where the object begins that is called `config`, or is itself what the loader is given; -1 where neither is. */
function configStart(tokens: readonly Token[]): number {
  const texts = tokens.map(({ text }) => text);
  const named = texts.findIndex(
    (text, at) =>
      text === '{' && texts[at - 1] === '=' && texts[at - 2] === 'config' && texts[at - 3] !== '.',
  );
  if (named >= 0) return named;
  const call = texts.findIndex((text, at) => text === 'createUnityInstance' && texts[at + 1] === '(');
  if (call < 0) return -1;
  const second = afterValue(tokens, call + 2) + 1;
  return texts[second - 1] === ',' && texts[second] === '{' ? second : -1;
}

function readObject(tokens: readonly Token[], literals: Literals, start: number): ReadObject | null {
  const options = new Map<string, unknown>();
  for (let at = start + 1; ; ) {
    if (tokens[at]?.text === '}') return { options, start, end: at };
    const key = literals.keyAt(at);
    if (key === null) return null;
    at += 2;
    if (ownKeys.has(key)) at = afterValue(tokens, at);
    else {
      const value = optionKeys.has(key) ? literals.at(at) : null;
      if (!value) return null;
      options.set(key, value.value);
      at = value.next;
    }
    const after = tokens[at]?.text;
    if (after === ',') at += 1;
    else if (after !== '}') return null;
  }
}

/** Adds `config.key = value`. Inside of a condition it is what `pixelRatioOnPhones` reads, or nothing that can be told. */
function readAssignments(
  tokens: readonly Token[],
  literals: Literals,
  { options, start, end }: ReadObject,
): InstanceConfig | null {
  let depth = 0;
  for (const [at, { text }] of tokens.entries()) {
    if (text === '{') depth += 1;
    if (text === '}') depth -= 1;
    if (at >= start && at <= end) continue;
    const isAssigned =
      text === 'config' &&
      [tokens[at + 1]?.text, tokens[at + 3]?.text].join() === '.,=' &&
      tokens[at - 1]?.text !== '.';
    const key = isAssigned ? (tokens[at + 2]?.text ?? '') : null;
    if (key === null || ownKeys.has(key)) continue;
    const value = optionKeys.has(key) ? literals.statementAt(at + 4) : null;
    const isOnPhones = depth > 0 && key === 'devicePixelRatio' && typeof value?.value === 'number';
    if (!value || (depth > 0 && !isOnPhones)) return null;
    if (depth === 0) options.set(key, value.value);
  }
  return { options: Object.fromEntries(options) };
}

/** The place behind a value, whatever it is: that of the comma or the bracket that ends it. */
function afterValue(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    if (depth === 0 && /^[,)\]}]$/.test(text)) return at;
    if (/^[([{]$/.test(text)) depth += 1;
    if (/^[)\]}]$/.test(text)) depth -= 1;
  }
  return tokens.length;
}
