/**
 * Lets Stripe ask something in the middle of a work of its own: it lays a frame over the page, as for a bank that wants
 * to know who pays. A dialog of ours takes the pointer from all that is around it and calls the focus back, so the frame
 * could neither be clicked nor typed into.
 */
export async function withStripeChallenge<Result>(work: () => Promise<Result>): Promise<Result> {
  const { body } = document;
  const before = new Set(body.children);
  const asking = () => [...body.children].filter((child) => !before.has(child) && hasFrame(child));
  const observer = new MutationObserver(() => {
    for (const element of asking()) {
      if (!(element instanceof HTMLElement)) continue;
      element.style.pointerEvents = 'auto';
      // What is dimmed around the question would be white in the dark theme.
      element.style.colorScheme = 'light';
    }
  });
  // Before the dialog hears of it.
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
