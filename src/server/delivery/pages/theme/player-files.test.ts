import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import { type PlayerFiles, playerFolder, readPlayerFiles } from './player-files.ts';

let script: string;
let styles: PlayerFiles['styles'];

beforeAll(async () => {
  ({ script, styles } = await readPlayerFiles(playerFolder));
});

/** What `code` is for browsers that know JavaScript up to an edition. */
function writtenFor(target: ts.ScriptTarget, code: string): string {
  return ts.transpileModule(code, { compilerOptions: { target, module: ts.ModuleKind.ESNext } }).outputText;
}

const isOld = (code: string) =>
  writtenFor(ts.ScriptTarget.ES2017, code) === writtenFor(ts.ScriptTarget.ESNext, code);

test('the player’s script is read by every browser that runs WebAssembly, Safari 11 for one', () => {
  expect(isOld(script)).toBe(true);
  for (const newer of ['({ ...{} })', 'try {} catch {}', 'a?.b', 'a ?? b', 'class A { #b }', 'a ||= b'])
    expect([newer, isOld(newer)]).toEqual([newer, false]);
});

test('it uses nothing that those browsers do not have', () => {
  const names = new Set<string>();
  const look = (node: ts.Node): void => {
    // Shorter ones are a minifier's, but for those of properties.
    if (ts.isPropertyAccessExpression(node)) names.add(node.name.text);
    if (ts.isIdentifier(node) && node.text.length > 3) names.add(node.text);
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile('player.js', script, ts.ScriptTarget.ESNext));
  expect(names).toContain('querySelector');
  expect(newer.filter((name) => names.has(name))).toEqual([]);
});

test('no look loses a rule in Chromium to a list of languages, by which older browsers tell start from end', () => {
  for (const [look, style] of Object.entries(styles))
    expect([look, style.match(/:lang\([^)]*,/g)]).toEqual([look, null]);
});

/** What browsers got later than WebAssembly: of the language, edition by edition, and of the web. */
const newer = [
  'finally',
  ...['flat', 'flatMap', 'fromEntries', 'trimStart', 'trimEnd'],
  ...['matchAll', 'allSettled', 'globalThis', 'BigInt'],
  ...['replaceAll', 'any', 'AggregateError', 'WeakRef', 'FinalizationRegistry'],
  ...['at', 'hasOwn'],
  ...['findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced'],
  ...['groupBy', 'withResolvers', 'isWellFormed', 'toWellFormed'],
  ...['union', 'intersection', 'difference', 'fromAsync', 'toHex', 'fromBase64'],
  ...['AbortController', 'AbortSignal', 'BroadcastChannel', 'CompressionStream', 'DecompressionStream'],
  ...[
    'IntersectionObserver',
    'ResizeObserver',
    'PerformanceObserver',
    'OffscreenCanvas',
    'createImageBitmap',
  ],
  ...['canParse', 'queueMicrotask', 'randomUUID', 'requestIdleCallback', 'structuredClone'],
  ...['replaceChildren', 'checkVisibility', 'showModal', 'userAgentData'],
];
