/**
 * Lets Stripe show a frame over the page, for example for a bank's authentication. A modal dialog blocks the
 * pointer outside and traps the focus, so the frame could be neither clicked nor typed into.
 */
export async function withStripeChallenge<Result>(work: () => Promise<Result>): Promise<Result> {
  const { body } = document;
  const before = new Set(body.children);
  const asking = () => [...body.children].filter((child) => !before.has(child) && hasFrame(child));
  const observer = new MutationObserver(() => {
    for (const element of asking()) {
      if (!(element instanceof HTMLElement)) continue;
      element.style.pointerEvents = 'auto';
      // In the dark theme the dimmed area around the frame would be white.
      element.style.colorScheme = 'light';
    }
  });
  // Before the dialog receives it.
  const keepFocus = (event: FocusEvent) => {
    const { target } = event;
    if (target instanceof Node && asking().some((element) => element.contains(target)))
      event.stopImmediatePropagation();
  };
  observer.observe(body, { childList: true, subtree: true });
  window.addEventListener('focusin', keepFocus, true);
  try {
    return await work();
  } finally {
    observer.disconnect();
    window.removeEventListener('focusin', keepFocus, true);
  }
}

function hasFrame(element: Element): boolean {
  return element.matches('iframe') || element.querySelector('iframe') !== null;
}
