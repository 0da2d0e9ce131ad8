import type { Page } from '@playwright/test';

/**
 * As Back on Android: Chromium asks whatever watches for it to shut, and hears no key. Elsewhere than there it asks so after
 * an Escape that nobody took, so none is let through to the page.
 */
export async function goBack(page: Page): Promise<void> {
  await page.evaluate(() =>
    window.addEventListener('keydown', (event) => event.stopImmediatePropagation(), {
      capture: true,
      once: true,
    }),
  );
  await page.keyboard.press('Escape');
}

/** Counts what watches for Back, which leaves the page only where nothing does. */
export async function countWatchers(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    type Watcher = EventTarget & { destroy(): void };
    const Original = Reflect.get(window, 'CloseWatcher') as new () => Watcher;
    const watching = new Set<Watcher>();
    class Counted extends Original {
      constructor() {
        super();
        watching.add(this);
        this.addEventListener('close', () => watching.delete(this));
      }
      override destroy() {
        watching.delete(this);
        super.destroy();
      }
    }
    Object.assign(window, { CloseWatcher: Counted, watching });
  });
  return () => page.evaluate(() => (Reflect.get(window, 'watching') as Set<unknown>).size);
}
