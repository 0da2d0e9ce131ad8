const kinds = ['keydown', 'keypress', 'keyup'] as const;

/**
 * Unity listens on the window and captures every key. Keys for a button of this page, and Shift+Tab, which
 * moves the focus from the game to the buttons, stay with the browser.
 */
export function reserveControlKeys(): void {
  for (const kind of kinds) {
    addEventListener(
      kind,
      (event) => {
        const control = event.target instanceof Element && event.target.closest('[data-flux-control]');
        if (control || (event.key === 'Tab' && event.shiftKey)) event.stopImmediatePropagation();
      },
      true,
    );
  }
}
