import type { Page } from '@playwright/test';

/** Presses a control of the player. On phones it is in a menu. */
export async function useControl(page: Page, name: string): Promise<void> {
  const control = page.getByRole('button', { name, exact: true });
  const more = page.getByRole('button', { name: 'More actions' });
  // The frame is created by the script, and clicks before that have no effect.
  await page.locator('iframe[data-game]').waitFor();
  if (await control.isVisible()) return control.click();
  await more.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
