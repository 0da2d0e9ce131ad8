import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineBrowserCommand, playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { chromiumArgs } from './e2e/chromium.ts';
import { workersAtATime } from './vitest.order.ts';

const refused = new WeakMap<object, string[]>();

/** Scripts whose address contains one of these texts are not loaded (src/web/testing/scripts.ts). */
const blockScripts = defineBrowserCommand<[texts: string[]]>(async ({ page }, texts) => {
  if (!refused.has(page))
    await page.route(
      ({ pathname }) => refused.get(page)?.some((text) => pathname.includes(text)) ?? false,
      (route) => route.abort(),
    );
  refused.set(page, texts);
});

/** Tests of what people see: pages and their parts in Chromium, answered by the contract instead of a server. */
export const components = defineProject({
  plugins: [react(), tailwindcss()],
  publicDir: 'src/web/public',
  // All of them before the first test: what is found later loads the page anew.
  optimizeDeps: { entries: ['src/web/main.tsx', 'src/web/**/*.browser.test.tsx'], include: ['axe-core'] },
  test: {
    name: 'components',
    // Beside the tests in Node, in as many pages at a time.
    maxWorkers: workersAtATime,
    sequence: { groupOrder: 0 },
    include: ['src/web/**/*.browser.test.tsx'],
    setupFiles: ['src/web/testing/styles.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 900_000,
    // A busy machine may take long; what never comes is told before the test’s own time is over.
    expect: { poll: { timeout: 120_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      commands: { blockScripts },
      provider: playwright({
        launchOptions: {
          executablePath:
            process.env.HEADLESS_SHELL_PATH ??
            process.env.CHROMIUM_PATH ??
            '/usr/bin/chromium-headless-shell',
          args: chromiumArgs,
        },
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
