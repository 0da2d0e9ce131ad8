type ConfirmLeave = (leave: () => void) => void;

let ask: ConfirmLeave | null = null;

/**
 * Guards the page while something on it would be lost.
 * @param question asks whoever is about to leave, and calls what it is given once they agree
 * @returns ends it
 */
export function guardNavigation(question: ConfirmLeave): () => void {
  ask = question;
  return () => {
    if (ask === question) ask = null;
  };
}

/** For what leads away without being a link: does it, where the page is guarded once whoever is here agrees. */
export function leaveGuarded(leave: () => void): void {
  if (ask === null) leave();
  else ask(leave);
}

/** Whether an address is of the page that is open, be it of another part of it. */
export function isSamePage(address: string): boolean {
  return new URL(address, window.location.origin).pathname === window.location.pathname;
}
