import { examine } from './examine.ts';
import { expect, test } from './server.ts';

const categories = [
  'Getting Started',
  'Account & Subscriptions',
  'Applications & Sharing',
  'Technical Support',
  'Billing & Payments',
  'Themes & Customization',
];

test('the questions stand in six categories and open independently of one another', async ({ page }) => {
  await page.goto('/faq');
  await expect(page).toHaveTitle('FAQ · Flux');
  for (const name of categories)
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  const [first, second] = [page.locator('#what-is-flux'), page.locator('#themes')];
  await first.locator('summary').focus();
  await page.keyboard.press('Enter');
  await second.locator('summary').focus();
  await page.keyboard.press('Space');
  await expect(first).toHaveAttribute('open');
  await expect(second).toHaveAttribute('open');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Billing & Payments' }).press('Enter');
  await expect(page).toHaveURL(/#billing-payments$/);
  await expect(page.getByRole('heading', { name: 'Billing & Payments' })).toBeInViewport();
  await page.locator('#payment summary').click();
  await expect(page.locator('#payment')).toContainText('test mode');
  const help = page.getByRole('region', { name: 'Still Need Help?' });
  await expect(help.getByRole('link', { name: 'support@flux.localhost' })).toHaveAttribute(
    'href',
    /^mailto:support@flux\.localhost\?/,
  );
  await expect(help.getByRole('button', { name: 'Contact Us' })).toBeVisible();
  await examine(page, 'the questions, some open');
  // Nobody opens an answer on paper, nor presses anything.
  const closed = page.locator('#share-link');
  await expect(closed).not.toHaveAttribute('open');
  await expect(closed.getByText('Renew link replaces it')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(closed.getByText('Renew link replaces it')).toBeVisible();
  await expect(help.getByRole('button')).toHaveCount(0);
});

test('an address names a question, which is open then, and its link can be copied', async ({ page }) => {
  // No page of Flux may read the clipboard, so what it writes is taken on the way.
  await page.addInitScript(() => {
    navigator.clipboard.writeText = async (text) => void Reflect.set(window, 'fluxCopied', text);
  });
  await page.goto('/faq#refunds');
  const refunds = page.locator('#refunds');
  await expect(refunds).toHaveAttribute('open');
  await expect(refunds.locator('summary')).toBeFocused();
  await expect(refunds.getByText('5–7 business days')).toBeInViewport();
  await refunds.getByRole('button', { name: /^Copy link/ }).press('Enter');
  await expect(refunds.getByText('Copied!')).toBeAttached();
  const copied = await page.evaluate(() => Reflect.get(window, 'fluxCopied'));
  expect(copied).toBe(page.url());
});

test('a search leaves the questions that have its words, and marks them', async ({ page }) => {
  await page.goto('/faq');
  const field = page.getByRole('textbox', { name: 'Search the questions' });
  await field.fill('indie revisions');
  await expect(page.locator('#plans')).toHaveAttribute('open');
  await expect(page.locator('#plans mark').first()).toHaveText('Indie');
  await expect(page.locator('#themes')).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: /^\d+ questions?$/ })).toBeVisible();
  await examine(page, 'a search of the questions');
  await field.fill('nothing like this');
  await expect(page.getByText('No question has all of these words.')).toBeVisible();
  await examine(page, 'a search without a result');
  await page.getByRole('button', { name: 'Show all questions' }).click();
  await expect(page.locator('#themes')).toBeVisible();
  // A link leads to its question also where the search had left it out.
  await field.fill('copyright');
  await page.locator('#report').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL('/terms#copyright');
  await expect(page.getByRole('heading', { name: /Copyright/ })).toBeInViewport();
});

for (const [path, name, section] of [
  ['/eula', 'End User License Agreement', 'Your license to use Flux'],
  ['/terms', 'Terms of Service', 'Privacy'],
] as const) {
  test(`${path} can be read, linked to by section and printed`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const today = await page.evaluate(() =>
      new Date().toLocaleDateString('en', { year: 'numeric', month: 'short', day: 'numeric' }),
    );
    await expect(page.getByText(`Last updated: ${today}`)).toBeVisible();
    for (const note of ['Important notice', 'Acceptance'])
      await expect(page.getByRole('note', { name: note })).toBeVisible();
    const reading = await page.getByRole('article').boundingBox();
    expect(reading?.width).toBeLessThanOrEqual(680);
    await examine(page, name);
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await contents.getByRole('link', { name: section }).press('Enter');
    const heading = page.getByRole('heading', { name: new RegExp(`^\\d+\\. ${section}$`) });
    await expect(heading).toBeInViewport();
    await expect(heading).toBeFocused();
    await page.emulateMedia({ media: 'print' });
    for (const role of ['banner', 'contentinfo'] as const) await expect(page.getByRole(role)).toBeHidden();
    await expect(contents).toBeHidden();
    const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(colour).toBe('rgb(255, 255, 255)');
  });
}

test('the privacy policy of the sign-in note is a section of the terms', async ({ page }) => {
  await page.goto('/terms#privacy');
  await expect(page.getByRole('heading', { name: /Privacy$/ })).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByText('Contents', { exact: true }).click();
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Refunds' }).click();
  await expect(page.getByRole('heading', { name: /Refunds$/ })).toBeInViewport();
});

test('without a script the pages have their titles', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  for (const [path, title] of [
    ['/faq', 'FAQ · Flux'],
    ['/eula', 'EULA · Flux'],
    ['/terms', 'Terms · Flux'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
  }
  await context.close();
});
