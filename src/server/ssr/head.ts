/**
 * Records user input before hydration and repeats it afterwards: clicks on buttons, text in fields, and keys that may be
 * shortcuts. Of several clicks on one button only the first is repeated, because a second one could undo it. React may hydrate
 * the page during the dispatch of a click and handle that click itself. Such a click is not repeated.
 */
const recordEarlyInput = `
let early = []
const { dataset } = document.documentElement
const answers = (element) => dataset.hydrated === 'page' || (dataset.hydrated && !element.closest('main'))
const keep = (element, again, event) => early.push({ element, again, event })
addEventListener('click', (event) => {
  const button = dataset.hydrated !== 'page' && event.target.closest?.('button')
  const isKept = () => early.some(({ element }) => element === button)
  if (button && !answers(button) && !isKept()) keep(button, () => button.click(), event)
}, true)
addEventListener('input', ({ target }) => {
  if (answers(target)) return
  const { value } = target
  keep(target, () => {
    target.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value').set.call(target, value)
    target.dispatchEvent(new Event(target.localName === 'select' ? 'change' : 'input', { bubbles: true }))
  })
}, true)
addEventListener('keydown', (event) => {
  const { target, key } = event
  const isShortcut = (key.length === 1 && key !== ' ') || key === 'F8'
  const again = () => target.isConnected && target.dispatchEvent(new KeyboardEvent('keydown', event))
  if (!dataset.hydrated && isShortcut) keep(document.body, again)
}, true)
const isDispatched = (event) => event !== undefined && event.eventPhase !== Event.NONE
addEventListener('hydrated', () => {
  const due = early.filter(({ element }) => answers(element))
  early = early.filter((each) => !due.includes(each))
  const untaken = due.filter(({ event }) => !isDispatched(event))
  setTimeout(() => {
    for (const { element, again } of untaken) if (element.isConnected) again()
  })
})
`;

/** Starts the scripts after this time in browsers that do not report their first paint. */
const paintTimeoutMs = 300;

/**
 * Loads the scripts after the first paint, so that they do not compete with the server-rendered text for bandwidth and
 * processor. A hidden tab never paints, so its scripts start immediately.
 */
const startAfterPaint = (entry: string, others: readonly string[]) => `
const { nonce } = document.querySelector('script')
let started = false
const start = () => {
  if (started) return
  started = true
  for (const href of ${JSON.stringify(others)})
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href, nonce }))
  import(${JSON.stringify(entry)})
}
if (document.hidden) start()
else {
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  requestAnimationFrame(() => setTimeout(start, ${paintTimeoutMs}))
}
`;

const entryTag = /<script type="module" crossorigin src="([^"]+)" nonce="__CSP_NONCE__"><\/script>/;
const importTag = /\s*<link rel="modulepreload" crossorigin href="([^"]+)" nonce="__CSP_NONCE__">/g;
const sheetTag = /<link rel="stylesheet" crossorigin href="([^"]+)" nonce="__CSP_NONCE__">/;

export interface SsrHead {
  /**
   * The part that differs between responses, up to the inlined styles.
   * @param scripts addresses of the page's own scripts
   */
  headWith(scripts: readonly string[]): string;
  /** From the inlined styles to the start of the root. */
  rest: string;
}

/**
 * Makes the head of a server-rendered page from the head of the built page. Styles are inlined, because a stylesheet request
 * would delay the first paint. The stylesheet is fetched too, for later pages and for scripts that look for its tag.
 * @throws Error if the script or stylesheet tag does not have the expected form
 */
export function ssrHead(beginning: string, styles: (address: string) => string): SsrHead {
  const [, entry] = entryTag.exec(beginning) ?? [];
  const [link, sheet] = sheetTag.exec(beginning) ?? [];
  if (!entry || !link || !sheet) throw new Error('The built page has an unexpected format.');
  const imports = [...beginning.matchAll(importTag)].flatMap(([, address]) => address ?? []);
  const [before = '', after = ''] = beginning.replaceAll(importTag, '').split(link);
  const fetched = link.replace('<link', '<link media="not all"');
  const scripts = (
    others: readonly string[],
  ) => `<script nonce="__CSP_NONCE__">(() => {${recordEarlyInput}})()</script>
    <script type="module" nonce="__CSP_NONCE__">${startAfterPaint(entry, [...imports, ...others])}</script>`;
  return {
    headWith: (others) =>
      `${before.replace(entryTag, () => scripts(others))}${fetched}<style nonce="__CSP_NONCE__">`,
    rest: `${styles(sheet)}</style>${after}`,
  };
}
