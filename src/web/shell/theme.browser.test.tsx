import { page } from 'vitest/browser';
import type { Answers } from '../testing/answers.ts';
import { openPage } from '../testing/open-page.tsx';
import { expect, test } from '../testing/test.ts';

const theme = () => document.documentElement.dataset.theme;
const toLight = page.getByRole('button', { name: 'Switch to light theme' });
const toDark = page.getByRole('button', { name: 'Switch to dark theme' });

const openEula = (answers: Answers) => openPage('/eula', { answers, user: null });

/** The storage event that browsers send to other tabs. */
function chooseElsewhere(newValue: string | null): void {
  if (newValue === null) localStorage.removeItem('theme');
  else localStorage.setItem('theme', newValue);
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }));
}

test('the chosen theme is shown and stored', async ({ answers }) => {
  await openEula(answers);
  await toLight.click();
  await expect.poll(theme).toBe('light');
  expect(localStorage.getItem('theme')).toBe('light');
  await toDark.click();
  await expect.poll(theme).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('a page follows the theme of another tab', async ({ answers }) => {
  await openEula(answers);
  await expect.element(toLight).toBeVisible();
  chooseElsewhere('light');
  await expect.element(toDark).toBeVisible();
  expect(theme()).toBe('light');
  chooseElsewhere('dark');
  await expect.element(toLight).toBeVisible();
  expect(theme()).toBe('dark');
  chooseElsewhere('light');
  await expect.element(toDark).toBeVisible();
  // The whole storage was cleared.
  chooseElsewhere(null);
  await expect.element(toLight).toBeVisible();
  expect(theme()).toBe('dark');
});

test('a page uses a theme that another tab chose before its script ran', async ({ answers }) => {
  localStorage.setItem('theme', 'light');
  expect(theme()).toBe('dark');
  await openEula(answers);
  await expect.element(toDark).toBeVisible();
  expect(theme()).toBe('light');
});
