import type { Page } from '@playwright/test';
import { emulatedImpostor, emulatedPerson } from '../src/server/testing/providers/emulated.ts';
import { examine } from './examine.ts';
import {
  expect,
  expectRefusal,
  expectSignedIn,
  openSignIn,
  openWindow,
  personAt,
  test,
} from './providers.ts';
import { forgetSession } from './session.ts';

const { email, name } = emulatedPerson;

test.beforeEach(({ allowError }) => {
  // The providers' own pages ask for pictures that they have not.
  allowError(/127\.0\.0\.1:\d+\/.*(favicon|avatars)/);
});

/**
 * What the provider answers reaches Flux changed on its way: whoever is picked there is led to another address.
 * @returns what ends it
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

for (const [label, heading] of [
  ['Google', 'Sign in to Google'],
  ['Acme', 'Sign in with Okta'],
] as const) {
  test(`${label} by redirect leads back to the page that was wanted`, async ({ page }) => {
    await page.goto('/?filter=my-apps');
    await openSignIn(page);
    await page.getByRole('button', { name: `Continue with ${label}` }).click();
    await expect(page.getByText(heading)).toBeVisible();
    await personAt(page, email).click();
    await expectSignedIn(page, name);
    expect(new URL(page.url()).search).toBe('?filter=my-apps');
    await page.reload();
    await expectSignedIn(page, name);
  });
}

for (const label of ['GitHub', 'Microsoft']) {
  test(`${label} by a window leaves the page where it is`, async ({ page }) => {
    await page.goto('/?filter=my-apps');
    await page.evaluate(() => Object.assign(window, { untouched: true }));
    // As a game might that may open windows: ours must be another one than any that can be known before.
    const [lying] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open('about:blank', 'flux-sign-in')),
    ]);
    await openSignIn(page);
    const popup = await openWindow(page, label);
    expect(lying.url()).toBe('about:blank');
    expect(await popup.evaluate(() => window.name)).toBe('');
    await lying.close();
    for (const button of ['Google', 'GitHub', 'Microsoft', 'Acme'])
      await expect(page.getByRole('button', { name: `Continue with ${button}` })).toBeDisabled();
    const closed = popup.waitForEvent('close');
    await personAt(popup, email).click();
    await closed;
    await expectSignedIn(page, name);
    expect(await page.evaluate(() => Reflect.get(window, 'untouched'))).toBe(true);
  });
}

test('the modal says what it should, to the letter, and nothing else', async ({ page }) => {
  await page.goto('/');
  await openSignIn(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText('Welcome to Flux');
  await expect(dialog).toContainText('Sign in or create an account with your preferred provider');
  expect(await dialog.getByRole('button', { name: 'Continue with' }).allTextContents()).toEqual([
    'Continue with Google',
    'Continue with GitHub',
    'Continue with Microsoft',
    'Continue with Acme',
  ]);
  await expect(
    dialog.getByText('By continuing, you agree to our Terms of Service and Privacy Policy', { exact: true }),
  ).toBeVisible();
  for (const [link, address] of [
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/terms#privacy'],
  ] as const)
    await expect(dialog.getByRole('link', { name: link })).toHaveAttribute('href', address);
  await expect(dialog.getByRole('alert')).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('what somebody wanted is resumed after a window and after a redirect', async ({ page }) => {
  for (const label of ['GitHub', 'Google']) {
    await forgetSession(page);
    await page.goto('/upload');
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    if (label === 'GitHub') await personAt(await openWindow(page, label), email).click();
    else {
      await page.getByRole('button', { name: `Continue with ${label}` }).click();
      await personAt(page, email).click();
    }
    await expectSignedIn(page, name);
    expect(new URL(page.url()).pathname).toBe('/upload');
  }
});

test('turning back at Google is told where it began', async ({ page }) => {
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

test('turning back at Microsoft, and closing the window, are told', async ({ page }) => {
  await page.goto('/');
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
  await personAt(await openWindow(page, 'GitHub'), email).click();
  await expectSignedIn(page, name);
});

test('a window that the browser blocks is told, and the modal is accessible with it', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => Object.assign(window, { open: () => null }));
  await openSignIn(page);
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await expectRefusal(page, 'Popup was blocked by browser');
  await examine(page, 'sign-in with four providers and an error');
});

test('closing the modal leaves the window its say', async ({ page }) => {
  await page.goto('/');
  await openSignIn(page);
  const popup = await openWindow(page, 'Microsoft');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await personAt(popup, email).click();
  await expectSignedIn(page, name);
});

test('another tab with its modal open learns of it, and shows nothing that is not its own', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/upload');
  await openSignIn(other);
  await page.goto('/');
  await page.bringToFront();
  await openSignIn(page);
  const popup = await openWindow(page, 'GitHub');
  await expect(personAt(popup, email)).toBeVisible();
  await popup.close();
  await expectRefusal(page, 'Sign-in was cancelled');
  await expect(other.getByRole('alert')).toBeHidden();
  await personAt(await openWindow(page, 'GitHub'), email).click();
  await expectSignedIn(page, name);
  await expect(
    other.getByRole('button', { name: `Account menu of ${name}`, includeHidden: true }),
  ).toBeAttached();
});

test('a code that is no longer good signs nobody in', async ({ page }) => {
  await changeAnswer(page, (callback) => callback.searchParams.set('code', 'expired'));
  await page.goto('/');
  await openSignIn(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await personAt(page, email).click();
  await expectRefusal(page, 'Google sign-in failed');
  await personAt(await openWindow(page, 'GitHub'), email).click();
  await expectRefusal(page, 'GitHub sign-in failed');
  await personAt(await openWindow(page, 'Microsoft'), email).click();
  await expectRefusal(page, 'Microsoft sign-in failed');
});

test('an answer with another state signs nobody in', async ({ page }) => {
  await changeAnswer(page, (callback) => callback.searchParams.set('state', 'x'.repeat(43)));
  await page.goto('/');
  await openSignIn(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await personAt(page, email).click();
  const text = 'This sign-in took too long or was begun in another browser. Please try again.';
  await expectRefusal(page, text);
  await personAt(await openWindow(page, 'GitHub'), email).click();
  await expectRefusal(page, text);
});

test('the answer of another provider signs nobody in', async ({ page }) => {
  await changeAnswer(page, (callback) => {
    callback.pathname = callback.pathname.replace('google', 'oidc');
  });
  await page.goto('/');
  await openSignIn(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await personAt(page, email).click();
  await expectRefusal(page, 'This sign-in took too long or was begun in another browser. Please try again.');
});

test('a code that is used again changes nothing for who is signed in', async ({ page }) => {
  let callback = '';
  await changeAnswer(page, (url) => {
    callback ||= url.href;
  });
  await page.goto('/');
  await openSignIn(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await personAt(page, email).click();
  await expectSignedIn(page, name);
  await page.goto(callback);
  await expect(page.getByText('This sign-in took too long')).toBeVisible();
  await expectSignedIn(page, name);
});

test('a provider that is down is told, and works once it is back', async ({ page, providers, flux }) => {
  for (const [label, provider] of [
    ['Google', 'google'],
    ['GitHub', 'github'],
  ] as const) {
    const end = await changeAnswer(page, () => providers.stop(provider));
    await page.goto('/');
    await openSignIn(page);
    if (provider === 'github') await personAt(await openWindow(page, label), email).click();
    else {
      await page.getByRole('button', { name: `Continue with ${label}` }).click();
      await personAt(page, email).click();
    }
    await expectRefusal(page, `${label} could not be reached. Please try again in a moment.`);
    end();
    await providers.start(flux.url, [provider]);
  }
  await personAt(await openWindow(page, 'GitHub'), email).click();
  await expectSignedIn(page, name);
});

test('a second way to a provider is refused while the page is leaving', async ({ page }) => {
  await page.goto('/');
  await page.route(/\/auth\/google\/start/, () => {});
  await openSignIn(page);
  const seen = await page.evaluate(leaveTwice);
  expect(seen).toEqual({ disabledMeanwhile: true, alert: 'Sign-in is already in progress' });
});

/** Runs in the page, since Playwright's own steps wait for a navigation under way, and this one never ends. */
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

test('coming Back from a provider finds every button ready', async ({ page }) => {
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

test('a provider is added by redirect; one that is another account’s stays there', async ({
  page,
  context,
}) => {
  /** No page is open meanwhile that would ask for what is its person's without them. */
  const loseCookies = async () => {
    await page.goto('about:blank');
    await context.clearCookies();
  };
  await page.goto('/');
  await openSignIn(page);
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await personAt(page, email).click();
  await expectSignedIn(page, name);
  await loseCookies();
  await page.goto('/profile');
  await openSignIn(page);
  await personAt(await openWindow(page, 'GitHub'), email).click();
  await expectSignedIn(page, name);
  await page.getByRole('button', { name: 'Add Acme' }).click();
  await personAt(page, email).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This Acme account belongs to another Flux account. To use it here, remove it there, or delete that account where it is its only way to sign in.',
  );
  await page.getByRole('button', { name: 'Add Google' }).click();
  await personAt(page, emulatedImpostor.email).click();
  await expect(page.getByText('Google was added.')).toBeVisible();
  expect(page.url()).toMatch(/\/profile$/);
  await loseCookies();
  await page.goto('/profile');
  await openSignIn(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await personAt(page, emulatedImpostor.email).click();
  await expectSignedIn(page, name);
});

test('by keyboard alone, in a window too', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Continue with GitHub' })).toBeFocused();
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  await personAt(await opened, email).press('Enter');
  await expectSignedIn(page, name);
});

test('neither secrets nor codes are in the log', async ({ page, flux }) => {
  const codes: string[] = [];
  await changeAnswer(page, (callback) => {
    codes.push(callback.searchParams.get('code') ?? '', callback.searchParams.get('state') ?? '');
    callback.searchParams.set('code', `${codes[0]}x`);
  });
  await page.goto('/');
  await openSignIn(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await personAt(page, email).click();
  await expectRefusal(page, 'Google sign-in failed');
  expect(flux.stderr).toContain('sign-in failed');
  expect(codes.filter((code) => code === '' || flux.stderr.includes(code))).toEqual([]);
  expect(flux.stderr).not.toContain('client_secret');
});
