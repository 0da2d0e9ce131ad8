import type { Locator, Page } from '@playwright/test';
import { build, publish } from './account.ts';
import { expect, test } from './server.ts';
import { answerSubscriptions, inDays, openOnPhone, signIn, subscription } from './steps.ts';

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

/** How high the place is in which a finger meets a control. */
const reachOf = (control: Locator) =>
  control.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const meets = (y: number) => element.contains(document.elementFromPoint(left + width / 2, y));
    const middle = Math.round(top + height / 2);
    let [above, below] = [middle, middle];
    while (meets(above - 1)) above -= 1;
    while (meets(below + 1)) below += 1;
    return below - above + 1;
  });

test('fingers meet the buttons of banners and of the visibility on 44 px, on phones and tablets', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'fingers@example.test', 'Finn');
  const id = await publish(page, 'Fingers');
  const trial = { status: 'trialing', trialEnd: inDays(5), currentPeriodEnd: inDays(5) } as const;
  const states = [
    { buttons: ['Upgrade Now', 'Download Apps'], of: subscription({ ...trial, cancelAtPeriodEnd: true }) },
    { buttons: ['Open Billing Portal'], of: subscription({ status: 'past_due' }) },
  ];
  for (const size of [
    { width: 390, height: 844 },
    { width: 1024, height: 768 },
  ]) {
    const shown = await openOnPhone({ page, browser, baseURL: flux.url }, size);
    for (const { buttons, of } of states) {
      await answerSubscriptions(shown, [of]);
      await shown.goto('/terms');
      for (const name of buttons) {
        const button = shown.getByRole('region').getByText(name, { exact: true });
        await expect(button).toBeVisible();
        expect(await reachOf(button), `${name} at ${size.width} px`).toBeGreaterThanOrEqual(44);
      }
    }
    await shown.unrouteAll({ behavior: 'wait' });
    for (const path of [`/play/${id}`, `/update/${id}`]) {
      await shown.goto(path);
      const visibility = shown.getByTitle('Change visibility');
      await expect(visibility).toBeVisible();
      expect(await reachOf(visibility), `${path} at ${size.width} px`).toBeGreaterThanOrEqual(44);
    }
    await shown.context().close();
  }
});
