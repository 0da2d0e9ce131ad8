import type { Page } from '@playwright/test';

/** Waits until a dialog is open. Its script loads when it is opened. */
export function waitForDialog(page: Page): Promise<void> {
  return page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
}

/** Opens a dialog by its button. */
export async function openDialog(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await waitForDialog(page);
}
