/** The notice, whose own buttons do not count as interaction. */
export const noticeId = 'plan-notice';

/** Choosing a file is an `input` event too. */
const interactionEvents = ['input', 'drop', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Decided at keyup: Tab may focus the notice, and Escape cancels it. */
const lateKeys: readonly string[] = ['Tab', 'Escape'];

/** Ignores the browser's own scroll restoration. */
const settleMilliseconds = 1_000;

/**
 * Detects use of the page: scrolling, clicks, touch, typing, drops or playing.
 * @returns stops it
 */
export function detectInteraction(begin: () => void): () => void {
  const options = { capture: true, passive: true };
  const noticeSign = (event: Event) => {
    const isLate = event instanceof KeyboardEvent && lateKeys.includes(event.key);
    if (!isLate && (event.type === 'wheel' || !isInNotice(event.target))) begin();
  };
  const noticeLateKey = ({ key }: KeyboardEvent) => {
    const focused = document.activeElement;
    // The skip link is the focus stop before the notice.
    const isOnTheWay = isInNotice(focused) || focused?.matches('a[href="#main"]');
    if (lateKeys.includes(key) && !isOnTheWay) begin();
  };
  // A loaded game counts as use, even without a click. The window receives no `load` event of an element.
  const noticeGame = (event: Event) => {
    if (event.target instanceof HTMLIFrameElement) begin();
  };
  // When a cross-origin frame gets the focus, the page only sees that the window loses it.
  const noticeFrame = () => {
    if (document.activeElement instanceof HTMLIFrameElement) begin();
  };
  // Dragging a scroll bar causes only this event.
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
