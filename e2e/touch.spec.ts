import type { Page } from '@playwright/test';
import { build, publish } from './account.ts';
import { expect, test } from './server.ts';
import { openOnPhone, signIn } from './steps.ts';

const ofMouseAndKeys = /\b(click|drop|drag|press|keyboard|Esc|Escape|Ctrl)\b|⌘/i;

test('on a phone no words tell of a mouse, of dropping or of keys, and none are missing on a computer', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'touch@example.test', 'Tove');
  const id = await publish(page, 'Touch');
  const shown = await openOnPhone({ page, browser, baseURL: flux.url }, { width: 390, height: 844 });
  const wordsOf = async (on: Page, path: string, sign: string) => {
    await on.goto(path);
    const main = on.getByRole('main');
    await expect(main.getByText(sign, { exact: true }).first()).toBeVisible();
    // What is seen by those alone who come by keyboard may speak of it.
    for (const unseen of await main.locator('.sr-only').all())
      await unseen.evaluate((element) => element.setAttribute('hidden', ''));
    return main.innerText();
  };
  for (const [path, sign] of [
    ['/upload', 'Choose your build'],
    [`/update/${id}`, 'Choose your build'],
    [`/play/${id}`, 'How to Play'],
  ] as const) {
    expect(await wordsOf(shown, path, sign), path).not.toMatch(ofMouseAndKeys);
    expect(await wordsOf(page, path, sign), path).toMatch(ofMouseAndKeys);
  }
  await shown.goto('/upload');
  await shown.getByLabel('Build file').setInputFiles(build('touched'));
  await expect.poll(() => shown.getByRole('main').innerText()).toMatch(/ · choose another$/m);
  await shown.getByRole('button', { name: /^Account menu of/ }).click();
  await expect(shown.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expect(shown.getByRole('menuitem', { name: 'Keyboard Shortcuts' })).toHaveCount(0);
  await shown.context().close();
});
