const pauseMilliseconds = 100;
const lifetimeMilliseconds = 2_000;
let region: HTMLElement | undefined;

/**
 * Announces a visible message to screen readers if its place cannot be a live region: they ignore one in a
 * button, and a dialog keeps every live region outside of it exposed. Removed afterwards, so that nobody
 * finds it later.
 */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement('p');
    region.setAttribute('aria-live', 'polite');
    region.className = 'sr-only';
    document.body.append(region);
  }
  const said = region;
  said.textContent = '';
  // It must exist, empty, before it announces anything.
  setTimeout(() => {
    said.textContent = text;
  }, pauseMilliseconds);
  setTimeout(() => {
    said.textContent = '';
  }, lifetimeMilliseconds);
}
