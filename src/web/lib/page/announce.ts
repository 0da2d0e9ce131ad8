const pauseMilliseconds = 100;
const lifetimeMilliseconds = 2_000;
let region: HTMLElement | undefined;

/**
 * Says to those who hear the page what others see, where the place that shows it cannot be a live region: screen readers
 * pass over one in a button, and a dialog leaves every one uncovered with all that is around it. It goes again, so that
 * nobody comes upon it later.
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
  // It has to be there, and empty, before it says anything.
  setTimeout(() => {
    said.textContent = text;
  }, pauseMilliseconds);
  setTimeout(() => {
    said.textContent = '';
  }, lifetimeMilliseconds);
}
