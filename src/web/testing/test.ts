import { test as base, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { Answers } from './answers.ts';

/** The size of a laptop, as in the end-to-end tests. */
export const laptop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/**
 * Vitest's `test` with `answers` instead of a server. A call without an answer and an error in the console
 * fail the test. The page and its stored data are removed afterwards.
 */
export const test = base.extend<{ answers: Answers; expectedErrors: RegExp[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from this pattern
  expectedErrors: async ({}, use) => use([]),
  answers: [
    async ({ expectedErrors }, use) => {
      const answers = new Answers();
      const errors: string[] = [];
      vi.stubGlobal('fetch', answers.fetch);
      vi.spyOn(console, 'error').mockImplementation(
        (...said) => void errors.push(said.map(String).join(' ')),
      );
      await page.viewport(laptop.width, laptop.height);
      await use(answers);
      await cleanup();
      localStorage.clear();
      sessionStorage.clear();
      document.documentElement.dataset.theme = 'dark';
      expect(answers.faults).toEqual([]);
      expect(errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
