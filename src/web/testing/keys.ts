import { type Locator, userEvent } from 'vitest/browser';
import { expect } from './test.ts';

/** Focuses the element and presses the key, as keyboard users do. */
export async function press(locator: Locator, key: string): Promise<void> {
  await expect.element(locator).toBeInTheDocument();
  (locator.element() as HTMLElement).focus();
  await userEvent.keyboard(key);
}
