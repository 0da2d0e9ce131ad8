import type { EntryPage } from './entry-page.ts';
import { Literals } from './literals.ts';
import { configMark, settingMark } from './stock-values.ts';
import { maxStockChars, type Token, tokensOf } from './tokens.ts';

/** Options that Flux's own pages always set. */
const ownKeys = new Set([
  ...['dataUrl', 'frameworkUrl', 'codeUrl', 'workerUrl', 'memoryUrl', 'symbolsUrl'],
  ...['companyName', 'productName', 'productVersion', 'showBanner'],
]);
/** The others that Unity's loaders of 2020.1 to Unity 6 know. */
const optionKeys = new Set([
  ...['arguments', 'streamingAssetsUrl', 'matchWebGLToCanvasSize', 'devicePixelRatio'],
  ...['autoSyncPersistentDataPath', 'cacheControl', 'webglContextAttributes'],
]);

/** Options of the page that Flux's own pages do not set. */
export interface InstanceConfig {
  options: Readonly<Record<string, unknown>>;
  /** The scripts, with a mark in place of the configuration. */
  tokens: readonly Token[];
}

/**
 * Reads the complete configuration of a build of Unity 2020.1 or later: the object and later assignments.
 * @returns null if any part is unreadable or unknown, so that only the page itself has it
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
  /** The positions of its braces among the tokens. */
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

/** Adds `config.key = value`. A conditional one is read by `pixelRatioOnPhones`, or unknown. */
function readAssignments(
  tokens: readonly Token[],
  literals: Literals,
  { options, start, end }: ReadObject,
): InstanceConfig | null {
  const kept: (Token | null)[] = [...tokens];
  const mark = (text: string, from: number, next: number) => {
    kept.fill(null, from, next);
    kept[from] = { kind: 'mark', text, at: from, end: next };
  };
  mark(configMark, start, end + 1);
  let depth = 0;
  for (const [at, { text }] of tokens.entries()) {
    if (text === '{') depth += 1;
    if (text === '}') depth -= 1;
    if (at >= start && at <= end) continue;
    const key = assignedAt(tokens, at);
    if (key === null || ownKeys.has(key)) continue;
    const value = optionKeys.has(key) ? literals.statementAt(at + 4) : null;
    const isOnPhones = depth > 0 && key === 'devicePixelRatio' && typeof value?.value === 'number';
    if (!value || (depth > 0 && !isOnPhones)) return null;
    if (depth > 0) continue;
    options.set(key, value.value);
    mark(settingMark, at, value.next);
  }
  return { options: Object.fromEntries(options), tokens: kept.filter((token) => token !== null) };
}

/** The key of the configuration to which something is assigned there. */
function assignedAt(tokens: readonly Token[], place: number): string | null {
  const [object, dot, key, equals] = tokens.slice(place, place + 4);
  if (object?.text !== 'config' || dot?.text !== '.' || equals?.text !== '=') return null;
  return tokens[place - 1]?.text === '.' ? null : (key?.text ?? null);
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
