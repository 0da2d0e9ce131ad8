import { type Locator, page } from 'vitest/browser';
import { getApplication } from '#shared/apps/apps.ts';
import { getPaymentSettings, listProducts } from '#shared/billing/payments.ts';
import { answerUpdate } from './testing/answer-update.ts';
import type { Answers } from './testing/answers.ts';
import { somePage } from './testing/fake-sending.ts';
import { emulateTouch } from './testing/media.ts';
import { openPage } from './testing/open-page.tsx';
import { appOf, ownCard } from './testing/samples/apps.ts';
import { somePaymentSettings, someSubscription, someTrial } from './testing/samples/billing.ts';
import { expect, phone, test } from './testing/test.ts';

const ofMouseAndKeys = /\b(click|drop|drag|press|keyboard|Esc|Escape|Ctrl)\b|⌘/i;
const { id } = ownCard();

function answerOwn(answers: Answers): void {
  answerUpdate(answers, { name: 'Touch' });
  answers.answer(getApplication, appOf(ownCard({ name: 'Touch' })));
  answers.answer(getPaymentSettings, somePaymentSettings());
  answers.answer(listProducts, []);
}

const pages = [
  ['/upload', 'Choose your build'],
  [`/update/${id}`, 'Choose your build'],
  [`/play/${id}`, 'How to Play'],
] as const;

/** The visible words of the page, without those only for screen readers and keyboard users. */
function words(): string {
  const main = page.getByRole('main').element() as HTMLElement;
  for (const unseen of main.querySelectorAll('.sr-only')) unseen.setAttribute('hidden', '');
  return main.innerText;
}

test('a computer gets hints about mouse and keys', async ({ answers }) => {
  answerOwn(answers);
  for (const [path, sign] of pages) {
    await openPage(path, { answers });
    await expect.element(page.getByRole('main').getByText(sign, { exact: true }).first()).toBeVisible();
    expect(words(), path).toMatch(ofMouseAndKeys);
  }
});

test('a phone gets no hints about a mouse, dropping or keys', async ({ answers }) => {
  answerOwn(answers);
  await emulateTouch();
  await page.viewport(phone.width, phone.height);
  for (const [path, sign] of pages) {
    await openPage(path, { answers });
    await expect.element(page.getByRole('main').getByText(sign, { exact: true }).first()).toBeVisible();
    expect(words(), path).not.toMatch(ofMouseAndKeys);
  }
  await openPage('/upload', { answers });
  await page.getByLabelText('Build file').upload(somePage('touched.html'));
  await expect.poll(words).toMatch(/ · choose another$/m);
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).elements()).toEqual([]);
});

/** The height of a control's touch target. */
function reachOf(control: Locator): number {
  const element = control.element();
  element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const meets = (y: number) => element.contains(document.elementFromPoint(left + width / 2, y));
  const middle = Math.round(top + height / 2);
  let [above, below] = [middle, middle];
  while (meets(above - 1)) above -= 1;
  while (meets(below + 1)) below += 1;
  return below - above + 1;
}

const banners = [
  { buttons: ['Upgrade Now', 'Download Apps'], of: () => someTrial({ cancelAtPeriodEnd: true }) },
  { buttons: ['Open Billing Portal'], of: () => someSubscription({ status: 'past_due' }) },
];

for (const size of [phone, { width: 1024, height: 768 }])
  test(`the buttons of banners and of the visibility have touch targets of 44 px, ${size.width} px wide`, async ({
    answers,
  }) => {
    answerOwn(answers);
    await emulateTouch();
    await page.viewport(size.width, size.height);
    for (const { buttons, of } of banners) {
      await openPage('/terms', { answers, subscriptions: [of()] });
      for (const name of buttons) {
        const button = page.getByRole('region').getByText(name, { exact: true });
        await expect.element(button).toBeVisible();
        expect(reachOf(button), name).toBeGreaterThanOrEqual(44);
      }
    }
    for (const path of [`/play/${id}`, `/update/${id}`]) {
      await openPage(path, { answers, subscriptions: [someSubscription()] });
      const visibility = page.getByTitle('Change visibility');
      await expect.element(visibility).toBeVisible();
      expect(reachOf(visibility), path).toBeGreaterThanOrEqual(44);
    }
  });
