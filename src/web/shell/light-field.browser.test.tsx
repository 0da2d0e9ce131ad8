import { vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Answers } from '../testing/answers.ts';
import { setReducedMotion } from '../testing/media.ts';
import { openPage } from '../testing/open-page.tsx';
import { blockScripts } from '../testing/scripts.ts';
import { expect, test } from '../testing/test.ts';

async function openHome(answers: Answers): Promise<void> {
  await openPage('/', { answers, user: null });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Whether the decoration has drawn anything. */
function isDrawn(): boolean {
  const canvas = document.querySelector('canvas');
  // It has no size before its first layout.
  if (!canvas?.width || !canvas.height) return false;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  return pixels?.some((value) => value !== 0) ?? false;
}

const loadedScripts = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.includes('shell/particles.'));

// The script is loaded once for all tests of this file, so the tests without it come first.

test('reduced motion loads neither the decoration nor its script', async ({ answers }) => {
  await openHome(answers);
  expect(document.querySelector('canvas')).not.toBeNull();
  expect(loadedScripts()).toEqual([]);
  expect(isDrawn()).toBe(false);
});

test('a decoration that cannot be loaded is reported only in the console', async ({ answers }) => {
  await setReducedMotion('no-preference');
  await blockScripts('shell/particles.');
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  await openHome(answers);
  await expect.poll(() => warn.mock.calls.join()).toContain('The decoration could not be loaded.');
  expect(page.getByText('Something went wrong').elements()).toEqual([]);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the decoration moves, and stops under reduced motion', async ({ answers }) => {
  await setReducedMotion('no-preference');
  await openHome(answers);
  await expect.poll(isDrawn).toBe(true);
  await setReducedMotion('reduce');
  await expect.poll(isDrawn).toBe(false);
});
