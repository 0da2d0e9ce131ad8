import type { Page } from '@playwright/test';
import { EmulatedProviders } from '../src/server/testing/providers/emulated.ts';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { test as base, expect } from './server.ts';

/**
 * Playwright's `test` with a separate Flux that signs in by Google, GitHub, Microsoft and an issuer called
 * Acme, and with `providers`, local replacements of them.
 */
export const test = base.extend<object, { providers: EmulatedProviders }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  providers: [async ({}, use) => use(await EmulatedProviders.create()), { scope: 'worker' }],
  flux: [
    async ({ providers }, use) => {
      const flux = await FluxProcess.create({ env: providers.env });
      try {
        await flux.start();
        await providers.start(flux.url);
        await use(flux);
      } finally {
        await providers.close();
        await flux.dispose();
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

export { expect };

export async function openSignIn(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('dialog', { name: 'Welcome to Flux' })).toBeVisible();
}

/** Presses a button of the modal that opens a window. */
export async function openWindow(page: Page, label: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: `Continue with ${label}` }).click();
  return opened;
}

/** On a provider's own page: chooses the account with this address. */
export function personAt(page: Page, email: string) {
  return page.getByRole('button', { name: email });
}

export async function expectSignedIn(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: `Account menu of ${name}` })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** The modal is open, shows this error, and all its buttons work. */
export async function expectRefusal(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Welcome to Flux' });
  await expect(dialog.getByRole('alert')).toHaveText(text);
  await expect(dialog.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
}
