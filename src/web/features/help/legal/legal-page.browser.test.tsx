import { page, userEvent } from 'vitest/browser';
import { checkAccessibility } from '#web/testing/examine.ts';
import { openPage } from '#web/testing/open-page.tsx';
import { emulatePrint } from '#web/testing/print.ts';
import { expect, phone, test } from '#web/testing/test.ts';

const contents = () => page.getByRole('navigation', { name: 'On this page' });

for (const [path, name, section] of [
  ['/eula', 'End User License Agreement', 'Your license to use Flux'],
  ['/terms', 'Terms of Service', 'Privacy'],
] as const) {
  test(`${path} can be read and linked to by section`, async ({ answers }) => {
    await openPage(path, { answers, user: null });
    await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const today = new Date().toLocaleDateString('en', { year: 'numeric', month: 'short', day: 'numeric' });
    await expect.element(page.getByText(`Last updated: ${today}`)).toBeVisible();
    for (const note of ['Important notice', 'Acceptance'])
      await expect.element(page.getByRole('note', { name: note })).toBeVisible();
    expect(page.getByRole('article').element().getBoundingClientRect().width).toBeLessThanOrEqual(680);
    await checkAccessibility(name);
    contents()
      .getByRole('link', { name: new RegExp(`${section}$`) })
      .element()
      .focus();
    await userEvent.keyboard('{Enter}');
    const heading = page.getByRole('heading', { name: new RegExp(`^\\d+\\. ${section}$`) });
    await expect.element(heading).toBeInViewport();
    await expect.element(heading).toHaveFocus();
  });

  test(`${path} is printed black on white, without the site around it`, async ({ answers }) => {
    await openPage(path, { answers, user: null });
    await expect.element(contents()).toBeVisible();
    await emulatePrint();
    for (const role of ['banner', 'contentinfo'] as const)
      await expect.element(page.getByRole(role)).not.toBeInTheDocument();
    await expect.element(contents()).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
    expect(getComputedStyle(document.body).backgroundColor).toBe('rgb(255, 255, 255)');
  });
}

test('the privacy policy of the sign-in note is a section of the terms', async ({ answers }) => {
  await openPage('/terms#privacy', { answers, user: null });
  await expect.element(page.getByRole('heading', { name: /Privacy$/ })).toBeInViewport();
});

test('on a phone the contents unfold before the text', async ({ answers }) => {
  await page.viewport(phone.width, phone.height);
  await openPage('/terms', { answers, user: null });
  await page.getByText('Contents', { exact: true }).click();
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: /Refunds$/ })
    .click();
  await expect.element(page.getByRole('heading', { name: /Refunds$/ })).toBeInViewport();
});
