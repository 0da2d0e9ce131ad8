/** Marks of a configuration and of an assignment to it; no script contains them. */
export const configMark = '#config';
export const settingMark = '#set';

/**
 * The kinds of values in Unity's stock pages. Strings, numbers and booleans are `plain`, loader URLs an `address`,
 * and DOM results an `element`.
 */
export type ValueKind =
  | 'plain'
  | 'address'
  | 'phones'
  | 'pattern'
  | 'element'
  | 'elements'
  | 'style'
  | 'handler'
  | 'config'
  | 'instance'
  | 'metrics'
  | 'start'
  | 'quit'
  | 'document'
  | 'window'
  | 'navigator'
  | 'workers'
  | 'console'
  | 'diagnostics'
  | 'profiler';

/** A function that a stock page may call. */
export interface StockCall {
  takes: readonly ValueKind[];
  gives: ValueKind;
  /** What the function that it is given gets. */
  hands?: ValueKind;
  /** Whether it starts the game. */
  starts?: boolean;
}

export interface StockMember {
  value: ValueKind | StockCall;
  /** What may be assigned to it; nothing if absent. */
  assigned?: ValueKind;
}

const call = (takes: readonly ValueKind[], gives: ValueKind = 'plain', hands?: ValueKind): StockCall => ({
  takes,
  gives,
  ...(hands ? { hands } : {}),
});
const read = (value: ValueKind | StockCall): StockMember => ({ value });
const plain: StockMember = { value: 'plain', assigned: 'plain' };
const handler: StockMember = { value: 'handler', assigned: 'handler' };

/** What can be called without an object, and what every page has. */
export const stockGlobals: ReadonlyMap<string, ValueKind | StockCall> = new Map<
  string,
  ValueKind | StockCall
>([
  ['document', 'document'],
  ['window', 'window'],
  ['navigator', 'navigator'],
  ['console', 'console'],
  ['unityDiagnostics', 'diagnostics'],
  ['unityProfiler', 'profiler'],
  ['alert', call(['plain'])],
  ['setTimeout', call(['handler', 'plain'])],
  ['createUnityInstance', { ...call(['element', 'config', 'handler'], 'start'), starts: true }],
]);

/** A page's own function for Unity's messages, and those inside of it. */
export const ownFunction: StockCall = call(['plain', 'plain']);

const log = read(call(['plain']));
const members: Partial<Record<ValueKind, Readonly<Record<string, StockMember>>>> = {
  document: {
    querySelector: read(call(['plain'], 'element')),
    getElementById: read(call(['plain'], 'element')),
    createElement: read(call(['plain'], 'element')),
    getElementsByTagName: read(call(['plain'], 'elements')),
    body: read('element'),
    head: read('element'),
    documentElement: read('element'),
  },
  element: {
    style: { value: 'style', assigned: 'plain' },
    className: plain,
    innerHTML: plain,
    textContent: plain,
    name: plain,
    content: plain,
    id: plain,
    src: { value: 'address', assigned: 'address' },
    children: read('plain'),
    onclick: handler,
    onload: handler,
    appendChild: read(call(['element'])),
    removeChild: read(call(['element'])),
    after: read(call(['element'])),
    remove: read(call([])),
    focus: read(call([])),
  },
  window: {
    innerWidth: read('plain'),
    innerHeight: read('plain'),
    addEventListener: read(call(['plain', 'handler'])),
    // Plugins find the instance by this name, and Flux's own pages set it, too.
    unityInstance: { value: 'instance', assigned: 'instance' },
  },
  navigator: { userAgent: read('plain'), serviceWorker: read('workers') },
  workers: { register: read(call(['plain'])) },
  pattern: { test: read(call(['plain'])) },
  phones: { test: read(call(['plain'], 'phones')) },
  plain: { length: read('plain') },
  console: { log, warn: log, error: log },
  start: {
    // biome-ignore lint/suspicious/noThenProperty: the name of a method in the scripts that are read
    then: read(call(['handler'], 'start', 'instance')),
    catch: read(call(['handler'], 'start')),
  },
  quit: {
    // biome-ignore lint/suspicious/noThenProperty: as above
    then: read(call(['handler'], 'quit')),
  },
  instance: {
    SetFullscreen: read(call(['plain'])),
    Quit: read(call([], 'quit')),
    GetMetricsInfo: read('metrics'),
    GetMemoryInfo: read('metrics'),
  },
  diagnostics: { openDiagnosticsDiv: read(call(['metrics'])) },
  profiler: { createButton: read(call(['instance'], 'element')), shutDown: read(call([])) },
};

/** A member that stock pages use; null for any other. Every style of an element is one. */
export function stockMember(kind: ValueKind, name: string): StockMember | null {
  if (kind === 'style') return plain;
  const known = members[kind];
  return known && Object.hasOwn(known, name) ? (known[name] ?? null) : null;
}

/** Whether a value may stand where another kind is due. */
export function fits(given: ValueKind | StockCall, due: ValueKind): boolean {
  // `catch(alert)` passes the function itself.
  if (typeof given !== 'string') return due === 'handler' && !given.starts;
  return given === due || (due === 'plain' && (given === 'address' || given === 'phones'));
}
