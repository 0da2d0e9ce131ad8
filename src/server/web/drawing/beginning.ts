/**
 * Keeps what somebody does before there is a script for it, and does it again when there is: clicks on buttons, what is
 * typed into fields, and keys that are pressed at nothing. Of several clicks on one button the first counts: those that follow
 * come of impatience, and would take back what it does. Whether React took a click is known only after all of its
 * listeners have run, since it may finish the page at once for the sake of it; what was typed then it takes for its own.
 */
const keepForLater = `
let early = []
const { dataset } = document.documentElement
const answers = (element) => dataset.arrived === 'page' || (dataset.arrived && !element.closest('main'))
const keep = (element, again) => early.push({ element, again })
addEventListener('click', ({ target }) => {
  const button = dataset.arrived !== 'page' && target.closest?.('button')
  const isKept = () => early.some(({ element }) => element === button)
  if (button && !answers(button)) setTimeout(() => answers(button) || isKept() || keep(button, () => button.click()))
}, true)
addEventListener('input', ({ target }) => {
  if (answers(target)) return
  const { value } = target
  keep(target, () => {
    target.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value').set.call(target, value)
    target.dispatchEvent(new Event('input', { bubbles: true }))
  })
}, true)
addEventListener('keydown', (event) => {
  const { target } = event
  if (!dataset.arrived && target === document.body) keep(target, () => target.dispatchEvent(new KeyboardEvent('keydown', event)))
}, true)
addEventListener('arrived', () => setTimeout(() => {
  const due = early.filter(({ element }) => answers(element))
  early = early.filter((each) => !due.includes(each))
  for (const { element, again } of due) if (element.isConnected) again()
}))
`;

/** The words are there already, and are drawn before the processor turns to the script. A tab that nobody sees draws nothing. */
const startAfterPaint = (address: string) => `
const start = () => import(${JSON.stringify(address)})
document.hidden ? start() : requestAnimationFrame(() => setTimeout(start))
`;

const entry = /<script type="module" crossorigin src="([^"]+)" nonce="__CSP_NONCE__"><\/script>/;

const sheet = /<link rel="stylesheet" crossorigin href="([^"]+)" nonce="__CSP_NONCE__">/;

export interface DrawnBeginning {
  /** With what differs from answer to answer; into the style that `rest` holds. */
  head: string;
  /** From the styles to the beginning of the root. */
  rest: string;
}

/**
 * The beginning of a page that the server has drawn, of the one whose script draws it. Its styles come with it: for a
 * stylesheet of its own a phone would wait once more before it draws anything. That is fetched all the same, for the pages
 * that follow, and because scripts that come later would ask for it where they do not find it.
 * @throws Error where the page names its script or its styles in another way
 */
export function beginningOfDrawn(beginning: string, styles: (address: string) => string): DrawnBeginning {
  const link = sheet.exec(beginning);
  if (!link || !entry.test(beginning)) throw new Error('The built page is not written as expected.');
  const [head = '', after = ''] = withEarlyScript(beginning).split(link[0]);
  const fetched = link[0].replace('<link', '<link media="not all"');
  return {
    head: `${head}${fetched}<style nonce="__CSP_NONCE__">`,
    rest: `${styles(link[1] ?? '')}</style>${after}`,
  };
}

function withEarlyScript(beginning: string): string {
  return beginning.replace(
    entry,
    (_, address: string) => `<script nonce="__CSP_NONCE__">(() => {${keepForLater}})()</script>
    <link rel="modulepreload" crossorigin href="${address}" nonce="__CSP_NONCE__">
    <script type="module" nonce="__CSP_NONCE__">${startAfterPaint(address)}</script>`,
  );
}
