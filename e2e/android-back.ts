import type { Page } from '@playwright/test';

/**
 * The Back gesture of Android: Chromium asks the CloseWatchers and sends no key. On other platforms an
 * unhandled Escape closes them, so no Escape may reach the page.
 */
export async function pressAndroidBack(page: Page): Promise<void> {
  await page.evaluate(() =>
    window.addEventListener('keydown', (event) => event.stopImmediatePropagation(), {
      capture: true,
      once: true,
    }),
  );
  await page.keyboard.press('Escape');
}

/** Counts the CloseWatchers. Back leaves the page only if there is none. */
export async function countCloseWatchers(page: Page): Promise<() => Promise<number>> {
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
