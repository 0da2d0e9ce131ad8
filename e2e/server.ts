import { type BrowserContext, test as base, expect } from '@playwright/test';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';

export interface Watched {
  /** Marks an error of the console, a page or a request as expected by this test. */
  allowError(pattern: RegExp): void;
}

/**
 * Playwright's `test` with `flux`, a real server process per worker. `flux.url` is its address and the
 * `baseURL`. `flux.kill()` and `flux.start()` crash and restart it on the same port and folder. Test files
 * share it unless they call `test.use({ instance: 'name' })`, which starts a separate instance, for example
 * to count rows or to sign in the first account. An error in a console or page, or a request to another
 * machine, fails the test.
 */
export const test = base.extend<
  Watched & { watchErrors: undefined; allowed: RegExp[] },
  { flux: FluxProcess; instance: string }
>({
  instance: ['shared', { scope: 'worker', option: true }],
  flux: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const flux = await FluxProcess.create();
      try {
        await flux.start();
        await use(flux);
      } finally {
        await flux.dispose();
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ flux }, use) => use(flux.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  allowed: async ({}, use) => use([]),
  allowError: async ({ allowed }, use) => use((pattern) => void allowed.push(pattern)),
  watchErrors: [
    async ({ context, allowed }, use) => {
      const errors = collectErrors(context);
      await use(undefined);
      expect(errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Browsers may request a favicon for a game in its own tab, and few builds have one. */
const iconOfGame = /^http:\/\/\w{26}\.flux\.localhost:\d+\/favicon\.ico$/;

function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error' && !iconOfGame.test(url))
      errors.push(`console: ${message.text()} (${url})`);
  });
  context.on('weberror', (error) =>
    errors.push(`page: ${error.error().stack || String(error.error())} (${error.page()?.url() ?? ''})`),
  );
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const local = hostname === '127.0.0.1' || hostname === 'localhost' || hostname.endsWith('.localhost');
    if (/^(https?|wss?):$/.test(protocol) && !local) errors.push(`request: ${request.url()}`);
  });
  return errors;
}

export { expect };
