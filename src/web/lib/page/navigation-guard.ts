type ConfirmLeave = (leave: () => void) => void;

let guard: ConfirmLeave | null = null;

/**
 * Asks for confirmation before navigation that would lose work.
 * @param question asks the user, and calls its argument once they agree
 * @returns removes the guard
 */
export function guardNavigation(question: ConfirmLeave): () => void {
  guard = question;
  return () => {
    if (guard === question) guard = null;
  };
}

/** Navigates without a link. On a guarded page, only after the user agrees. */
export function leaveGuarded(leave: () => void): void {
  if (guard === null) leave();
  else guard(leave);
}

/** Whether an address is on the current page, in any fragment of it. */
export function isSamePage(address: string): boolean {
  return new URL(address, window.location.origin).pathname === window.location.pathname;
}
