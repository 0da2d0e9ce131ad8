/** The element that the use of a page is told apart from: its own buttons answer it. */
export const noticeId = 'plan-notice';

/** Choosing a file is an `input`, too. */
const interactionEvents = ['input', 'drop', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** What they do is known with their keyup: Tab may lead into the notice, and Escape answers it. */
const lateKeys: readonly string[] = ['Tab', 'Escape'];

/** Ignores the browser's own scroll restoration. */
const settleMilliseconds = 1_000;

/**
 * Tells when somebody uses the page: scrolls, clicks, touches, types, drops something or plays.
 * @returns ends it
 */
export function detectInteraction(begin: () => void): () => void {
  const options = { capture: true, passive: true };
  const noticeSign = (event: Event) => {
    const isLate = event instanceof KeyboardEvent && lateKeys.includes(event.key);
    if (!isLate && (event.type === 'wheel' || !isInNotice(event.target))) begin();
  };
  const noticeLateKey = ({ key }: KeyboardEvent) => {
    const focused = document.activeElement;
    // The link that skips to the content is the stop before the notice.
    const isOnTheWay = isInNotice(focused) || focused?.matches('a[href="#main"]');
    if (lateKeys.includes(key) && !isOnTheWay) begin();
  };
  // A loaded game counts as use, clicked or not. The window never sees the `load` of an element.
  const noticeGame = (event: Event) => {
    if (event.target instanceof HTMLIFrameElement) begin();
  };
  // Focus that goes into a frame of another origin is seen here only as the window losing it.
  const noticeFrame = () => {
    if (document.activeElement instanceof HTMLIFrameElement) begin();
  };
  // Dragging a scroll bar is seen as nothing else.
  const settling = setTimeout(() => window.addEventListener('scroll', begin, options), settleMilliseconds);
  for (const sign of interactionEvents) window.addEventListener(sign, noticeSign, options);
  window.addEventListener('keyup', noticeLateKey, options);
  document.addEventListener('load', noticeGame, options);
  window.addEventListener('blur', noticeFrame);
  return () => {
    clearTimeout(settling);
    window.removeEventListener('scroll', begin, options);
    for (const sign of interactionEvents) window.removeEventListener(sign, noticeSign, options);
    window.removeEventListener('keyup', noticeLateKey, options);
    document.removeEventListener('load', noticeGame, options);
    window.removeEventListener('blur', noticeFrame);
  };
}

function isInNotice(target: EventTarget | null): boolean {
  return target instanceof Node && document.getElementById(noticeId)?.contains(target) === true;
}
