import sharp from 'sharp';
import { publish } from './account.ts';
import { goBack } from './go-back.ts';
import { createOrganization } from './organizations.ts';
import { expect, test } from './server.ts';
import { game, signIn } from './steps.ts';

test.use({ residents: 'people in dialogs' });

test('a dialog whose script does not come says so over the page, which stays as it was', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED/);
  await signIn(page, 'unopened@example.test', 'Una');
  const id = await publish(page, 'Unshared');
  await page.goto(`/play/${id}`);
  await expect(game(page).getByText('game')).toBeVisible();
  await page.locator('iframe').evaluate((frame) => frame.setAttribute('data-same', ''));
  const share = '**/assets/share-dialog-*.js';
  await page.route(share, (route) => route.abort());
  await page.getByRole('button', { name: 'QR and embed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Unshared' });
  await expect(dialog.getByRole('alert')).toContainText('This part of the page could not be loaded.');
  await page.unroute(share);
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect(dialog.getByLabel('Share link', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('iframe[data-same]')).toBeVisible();
  await expect(game(page).getByText('game')).toBeVisible();

  await test.step('also where a card, an organization or the upload asks for one', async () => {
    await createOrganization(page, { name: 'Unmanaged' });
    await page.route('**/assets/{edit-application,manage-dialog,create-dialog}-*.js', (route) =>
      route.abort(),
    );
    const failed = page.getByRole('dialog').getByRole('button', { name: 'Try Again' });
    await page.goto('/?view=grid&filter=my-apps');
    await page.getByRole('button', { name: 'Actions for Unshared' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(failed).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Unshared' })).toBeVisible();

    await page.goto('/organizations');
    await page.getByRole('button', { name: 'Manage Unmanaged' }).click();
    await expect(failed).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create Organization' }).click();
    await expect(failed).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listitem', { name: 'Unmanaged' })).toBeVisible();
  });
});

test('nothing is discarded of what is being sent', async ({ page }) => {
  await signIn(page, 'patient@example.test', 'Pat');
  await publish(page, 'Patience');
  const discard = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  const tryToLeave = async () => {
    await page.keyboard.press('Escape');
    await goBack(page);
    await page.mouse.click(5, 400);
    await page.getByRole('button', { name: 'Close dialog' }).click();
    await expect(discard).toHaveCount(0);
  };
  const hold = async (address: RegExp, method: string) => {
    const held = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      if (route.request().method() === method) await held.promise;
      await route.fallback();
    });
    return held.resolve;
  };

  await page.goto('/organizations');
  await page.getByRole('button', { name: 'Create Organization' }).first().click();
  const create = page.getByRole('dialog', { name: 'Create Organization' });
  await create.getByLabel('Name').fill('Solitaire');
  const answerCreation = await hold(/\/api\/organizations$/, 'POST');
  await create.getByRole('button', { name: 'Create Organization' }).click();
  await expect(create.getByRole('button', { name: 'Creating...' })).toBeVisible();
  await tryToLeave();
  await expect(create).toBeVisible();
  answerCreation();
  await expect(page.getByText('Organization "Solitaire" created successfully!')).toBeVisible();
  await expect(create).toHaveCount(0);

  await page.goto('/?view=grid&filter=my-apps');
  await page.getByRole('button', { name: 'Actions for Patience' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit application' });
  await edit.getByLabel('Name').fill('More patience');
  const answerEdit = await hold(/\/api\/applications\/[a-z2-7]{26}$/, 'PATCH');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(edit.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await tryToLeave();
  await expect(edit).toBeVisible();
  answerEdit();
  await expect(page.getByText('Application details updated successfully!')).toBeVisible();
  await expect(edit).toHaveCount(0);

  await page.getByRole('banner').getByRole('button', { name: 'Support' }).click();
  const support = page.getByRole('dialog', { name: 'Contact Support' });
  await support.getByLabel('Category').selectOption('Bugs');
  await support.getByLabel('Subject').fill('The cards');
  await support.getByLabel('Message').fill('They never come out.');
  const answerRequest = await hold(/\/api\/supportRequest$/, 'POST');
  await support.getByRole('button', { name: 'Send Request' }).click();
  await expect(support.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await tryToLeave();
  answerRequest();
  await expect(support.getByRole('status')).toContainText('Your request has been sent.');
});

test('a refusal can be answered and left as soon as it is read, while the list is still asked for', async ({
  page,
  allowError,
}) => {
  allowError(/500/);
  await signIn(page, 'swift@example.test', 'Swift');
  await page.goto('/organizations');
  await page.getByRole('button', { name: 'Create Organization' }).first().click();
  const create = page.getByRole('dialog', { name: 'Create Organization' });
  await create.getByLabel('Name').fill('Swift');
  // The list that is asked for anew has no answer.
  await page.route(/\/api\/organizations/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : undefined,
  );
  const send = create.getByRole('button', { name: 'Create Organization' });
  await send.click();
  await expect(create.getByRole('alert')).toBeVisible();
  await expect(send).toBeEnabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(create).toHaveCount(0);
});

test('an answer that comes after its dialog opens nothing over another one', async ({ page }) => {
  await signIn(page, 'late@example.test', 'Late');
  await publish(page, 'Left Door', { isPublic: false });
  await publish(page, 'Right Door');
  await page.goto('/?view=grid&filter=my-apps');
  const choose = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const held = Promise.withResolvers<void>();
  await page.route(/\/share-key$/, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await choose('Left Door', 'Share…');
  const share = page.getByRole('dialog', { name: 'Share Left Door' });
  await share.getByRole('button', { name: 'Renew link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew link' }).click();
  await share.getByRole('button', { name: 'Close dialog' }).click();
  await expect(share).toHaveCount(0);
  await choose('Right Door', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit application' });
  await edit.getByLabel('Name').fill('Wrong Door');
  held.resolve();
  await expect(page.getByText('There is a new share link')).toBeVisible();
  await expect(edit.getByLabel('Name')).toHaveValue('Wrong Door');
  await expect(share).toHaveCount(0);
});

test('over plain http, too, a link is copied out of a dialog', async ({ page }) => {
  // The browser keeps its Clipboard API to https, and to the addresses of this machine.
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'clipboard');
    const note = () => Reflect.set(window, 'copiedFrom', document.activeElement?.tagName);
    document.addEventListener('copy', note);
  });
  await signIn(page, 'copies@example.test', 'Coop');
  const id = await publish(page, 'Copied');
  await page.goto(`/play/${id}`);
  await page.getByRole('button', { name: 'QR and embed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Copied' });
  const link = await dialog.getByLabel('Share link', { exact: true }).inputValue();
  const copy = dialog.getByRole('button', { name: 'Copy share link' });
  await copy.click();
  await expect(dialog.getByRole('button', { name: 'Copied!' })).toBeFocused();
  // Chromium copies what is selected wherever the focus is, others only there.
  expect(await page.evaluate(() => Reflect.get(window, 'copiedFrom'))).toBe('TEXTAREA');
  await page.keyboard.press('Escape');
  await page.goto('/');
  const search = page.getByPlaceholder('Search applications...');
  await search.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(search).toHaveValue(link);
});

test('a picture that is pasted into a dialog is not taken by the form below', async ({ page }) => {
  await signIn(page, 'pastes@example.test', 'Pasquale');
  const buffer = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const paste = (target: ReturnType<typeof page.getByLabel>) =>
    target.evaluate(
      (element, bytes) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }));
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      },
      [...buffer],
    );
  await page.goto('/upload');
  const chosen = page.getByText('Picture chosen: pasted.png');
  await page.getByRole('button', { name: 'Create Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Organization' });
  await paste(dialog.getByLabel('Description'));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(chosen).toHaveCount(0);
  await paste(page.getByLabel('Name'));
  await expect(chosen).toBeAttached();
});
