import { examine } from './examine.ts';
import { expect, test } from './server.ts';

test('the API can be read, by noun and by call', async ({ page }) => {
  await page.goto('/api');
  await expect(page.getByRole('heading', { name: 'API', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('API · Flux');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Versions' }).click();
  await expect(page).toHaveURL(/\/api#versions$/);
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeInViewport();
  const call = page.locator('#createVersion');
  await call.locator('summary').click();
  for (const text of ['Whoever is signed in', 'changelog', '422 build_refused', '1 to 5,000 characters.'])
    await expect(call.getByText(text, { exact: true }).first()).toBeVisible();
  await expect(call.getByText(/^curl /)).toContainText('-F changelog=CHANGELOG');
  await expect(call.getByText('Accepted and ignored')).toContainText('uploadedByEmail');
  await call.getByRole('link', { name: 'createVersion' }).click();
  await expect(page).toHaveURL(/#createVersion$/);
});

test('an address names a call, which is open then, and a type leads on', async ({ page }) => {
  await page.goto('/api#getApplication');
  const call = page.locator('#getApplication');
  await expect(call).toHaveAttribute('open');
  await expect(call.locator('summary')).toBeFocused();
  await expect(call.locator('summary')).toBeInViewport();
  await call.getByRole('link', { name: 'Application', exact: true }).click();
  const type = page.locator('#type-Application');
  await expect(type).toHaveAttribute('open');
  await expect(type.getByText('thumbnailLargeUrl')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/#getApplication$/);
});

test('the keyboard opens a call and copies its example', async ({ page }) => {
  // No page of Flux may read the clipboard, so what it writes is taken on the way.
  await page.addInitScript(() => {
    navigator.clipboard.writeText = async (text) => void Reflect.set(window, 'fluxCopied', text);
  });
  await page.goto('/api');
  const call = page.locator('#listApplications');
  await call.locator('summary').focus();
  await page.keyboard.press('Enter');
  await call.getByRole('button', { name: 'Copy the example' }).focus();
  await page.keyboard.press('Enter');
  await expect(call.getByText('Copied!')).toBeAttached();
  const copied = await page.evaluate(() => Reflect.get(window, 'fluxCopied'));
  expect(copied).toBe(`curl ${new URL(page.url()).origin}/api/applications`);
});

test('the page is accessible at both sizes in both themes, closed and open', async ({ page }) => {
  await page.goto('/api');
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible();
  await examine(page, 'the API');
  const opened = [
    'createApplication',
    'listApplications',
    'deleteMe',
    'sendUploadPart',
    'getOembed',
    'type-Session',
  ];
  for (const id of opened) await page.locator(`#${id} > summary`).click();
  await examine(page, 'the API, with open calls');
});

test('where the description does not come, the page says so and tries again', async ({
  page,
  allowError,
}) => {
  allowError(/500/);
  const refusal = { success: false, code: 'internal', error: 'Something went wrong on our side.' };
  await page.route('**/api/openapi.json', (route) => route.fulfill({ status: 500, json: refusal }));
  await page.goto('/api');
  await expect(page.getByRole('alert')).toContainText('Something went wrong on our side.');
  await examine(page, 'the API, which did not come');
  await page.unroute('**/api/openapi.json');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Applications' })).toBeVisible();
});
