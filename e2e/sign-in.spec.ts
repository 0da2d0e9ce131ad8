import type { Page } from '@playwright/test';
import { emulatedPerson } from '../src/server/testing/providers/emulated.ts';
import {
  expect,
  expectRefusal,
  expectSignedIn,
  openSignIn,
  openWindow,
  personAt,
  test,
} from './providers.ts';

const { email, name } = emulatedPerson;

test.beforeEach(({ allowError }) => {
  // The providers' pages request images that they do not have.
  allowError(/127\.0\.0\.1:\d+\/.*(favicon|avatars)/);
});

/**
 * Changes the provider's response on its way to Flux: the account chosen there gets another address.
 * @returns stops the change
 */
async function changeAnswer(
  page: Page,
  change: (callback: URL) => void | Promise<void>,
): Promise<() => void> {
  let changing = true;
  await page.context().route(/^http:\/\/127\.0\.0\.1:\d+\/.*\/callback$/, async (route) => {
    if (!changing) return route.continue();
    const answer = await route.fetch({ maxRedirects: 0 });
    const callback = new URL(answer.headers().location ?? '');
    await change(callback);
    await route.fulfill({ status: 302, headers: { location: callback.href } });
  });
  return () => {
    changing = false;
  };
}

test('a redirect leads back to the requested page, and its code works once', async ({ page }) => {
  let callback = '';
  await changeAnswer(page, (url) => {
    callback ||= url.href;
  });
  await page.goto('/?filter=my-apps');
  await openSignIn(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByText('Sign in to Google')).toBeVisible();
  await personAt(page, email).click();
  await expectSignedIn(page, name);
  expect(new URL(page.url()).search).toBe('?filter=my-apps');
  await page.goto(callback);
  await expect(page.getByText('This sign-in expired')).toBeVisible();
  await expectSignedIn(page, name);
});

test('sign-in by window keeps the page, by keyboard and after closing the modal', async ({ page }) => {
  await page.goto('/upload');
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  // As a game that may open windows might do: Flux's window must have an unpredictable name.
  const [lying] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open('about:blank', 'flux-sign-in')),
  ]);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Continue with GitHub' })).toBeFocused();
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const popup = await opened;
  await expect(personAt(popup, email)).toBeVisible();
  expect(lying.url()).toBe('about:blank');
  expect(await popup.evaluate(() => window.name)).toBe('');
  await lying.close();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const closed = popup.waitForEvent('close');
  await personAt(popup, email).press('Enter');
  await closed;
  await expectSignedIn(page, name);
  expect(new URL(page.url()).pathname).toBe('/upload');
  expect(await page.evaluate(() => Reflect.get(window, 'untouched'))).toBe(true);
});

test('cancelling at Google is reported on the page where it began', async ({ page }) => {
  await page.goto('/upload');
  await openSignIn(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(personAt(page, email)).toBeVisible();
  await changeAnswer(page, (callback) => {
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
  });
  await personAt(page, email).click();
  await expectRefusal(page, 'Sign-in was cancelled');
  expect(page.url()).toMatch(/\/upload$/);
  await page.reload();
  await expect(page.getByText('Authentication Required')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a cancelled or closed window is reported in its own tab, and a sign-in in every tab', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/upload');
  await openSignIn(other);
  await page.goto('/');
  await page.bringToFront();
  await openSignIn(page);
  const popup = await openWindow(page, 'Microsoft');
  await expect(personAt(popup, email)).toBeVisible();
  const end = await changeAnswer(page, (callback) => {
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
  });
  await personAt(popup, email).click();
  await expectRefusal(page, 'Sign-in was cancelled');
  end();
  const again = await openWindow(page, 'GitHub');
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(personAt(again, email)).toBeVisible();
  await again.close();
  await expectRefusal(page, 'Sign-in was cancelled');
  await expect(other.getByRole('alert')).toBeHidden();
  await personAt(await openWindow(page, 'GitHub'), email).click();
  await expectSignedIn(page, name);
  await expect(
    other.getByRole('button', { name: `Account menu of ${name}`, includeHidden: true }),
  ).toBeAttached();
});

test('a second provider is refused while the page is navigating away', async ({ page }) => {
  await page.goto('/');
  await page.route(/\/auth\/google\/start/, () => {});
  await openSignIn(page);
  const seen = await page.evaluate(leaveTwice);
  expect(seen).toEqual({ disabledMeanwhile: true, alert: 'Sign-in is already in progress' });
});

/** Runs in the page, because Playwright's own steps wait for a pending navigation, and this one never ends. */
async function leaveTwice() {
  const find = async (selector: string, text: string): Promise<HTMLElement> => {
    for (;;) {
      const named = [...document.querySelectorAll<HTMLElement>(selector)].find((element) =>
        (element.ariaLabel ?? element.textContent).includes(text),
      );
      if (named) return named;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const press = async (text: string) => (await find('button:enabled', text)).click();
  await press('Continue with Google');
  await find('button:disabled', 'Continue with Google');
  const disabledMeanwhile = (await find('button', 'Continue with GitHub')).matches(':disabled');
  await press('Close');
  await press('Sign In');
  await press('Continue with Google');
  return { disabledMeanwhile, alert: (await find('[role=alert]', '')).textContent };
}

test('after Back from a provider every button works', async ({ page }) => {
  await page.goto('/');
  await openSignIn(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(personAt(page, email)).toBeVisible();
  await page.goBack();
  const dialog = page.getByRole('dialog');
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Sign In', includeHidden: true }),
  ).toBeAttached();
  if (!(await dialog.isVisible())) await openSignIn(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await personAt(page, email).click();
  await expectSignedIn(page, name);
});
