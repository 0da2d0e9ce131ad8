import { type Locator, page, userEvent } from 'vitest/browser';
import { getApplication, listApplications, updateApplication } from '#shared/apps/apps.ts';
import { requestSupport } from '#shared/contact/support.ts';
import { createOrganization, listOrganizations } from '#shared/orgs/orgs.ts';
import { refusal } from '../../testing/answers.ts';
import { openPage } from '../../testing/open-page.tsx';
import { appOf, ownCard } from '../../testing/samples/apps.ts';
import { someOwnOrganization } from '../../testing/samples/orgs.ts';
import { expect, test } from '../../testing/test.ts';

const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });

/** The Back gesture of Android: Chromium asks the CloseWatcher after an unhandled Escape. */
async function goBack(): Promise<void> {
  const take = (event: KeyboardEvent) => event.stopImmediatePropagation();
  window.addEventListener('keydown', take, { capture: true, once: true });
  await userEvent.keyboard('{Escape}');
}

async function tryToLeave(): Promise<void> {
  await userEvent.keyboard('{Escape}');
  await goBack();
  document.elementFromPoint(5, 400)?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await page.getByRole('button', { name: 'Close dialog' }).click();
  expect(question.elements()).toEqual([]);
}

/** Opened once, so that the confirmation is shown without delay afterwards. */
async function keepEditing(dialog: Locator): Promise<void> {
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
}

test('an attempt to close a form during sending asks nothing if the response is a refusal', async ({
  answers,
}) => {
  await openPage('/organizations', { answers });
  await page.getByRole('button', { name: 'Create Organization' }).first().click();
  const create = page.getByRole('dialog', { name: 'Create Organization' });
  await create.getByLabelText('Name').fill('Solitaire');
  await keepEditing(create);
  const answer = answers.hold(createOrganization, refusal('internal', 'It broke.'));
  await create.getByRole('button', { name: 'Create Organization' }).click();
  await expect.element(create.getByRole('button', { name: 'Creating...' })).toBeVisible();
  await tryToLeave();
  answer();
  await expect.element(create.getByRole('alert')).toMatchTextContent('It broke.');
  expect(question.elements()).toEqual([]);
  await expect.element(create.getByLabelText('Name')).toHaveValue('Solitaire');
});

test('an organization that is being created cannot be discarded', async ({ answers }) => {
  await openPage('/organizations', { answers });
  await page.getByRole('button', { name: 'Create Organization' }).first().click();
  const create = page.getByRole('dialog', { name: 'Create Organization' });
  await create.getByLabelText('Name').fill('Solitaire');
  const answer = answers.hold(createOrganization, someOwnOrganization({ number: 2, name: 'Solitaire' }));
  await create.getByRole('button', { name: 'Create Organization' }).click();
  await expect.element(create.getByRole('button', { name: 'Creating...' })).toBeVisible();
  await tryToLeave();
  await expect.element(create).toBeVisible();
  answer();
  await expect.element(page.getByText('Organization "Solitaire" created successfully!')).toBeVisible();
  await expect.element(create).not.toBeInTheDocument();
});

test('an application that is being saved cannot be discarded', async ({ answers }) => {
  const card = ownCard({ name: 'Patience' });
  answers.answer(listApplications, { items: [card], nextCursor: null });
  answers.answer(getApplication, appOf(card));
  await openPage('/?view=grid&filter=my-apps', { answers });
  await page.getByRole('button', { name: 'Actions for Patience' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit application' });
  await edit.getByLabelText('Name').fill('More patience');
  const app = appOf({ ...card, name: 'More patience' });
  const answer = answers.hold(updateApplication, { ...app, can: { ...app.can, moveBack: false } });
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(edit.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await tryToLeave();
  await expect.element(edit).toBeVisible();
  answer();
  await expect.element(page.getByText('Application details updated successfully!')).toBeVisible();
  await expect.element(edit).not.toBeInTheDocument();
});

test('a support request that is being sent cannot be discarded', async ({ answers }) => {
  await openPage('/organizations', { answers });
  await page.getByRole('banner').getByRole('button', { name: 'Support' }).click();
  const support = page.getByRole('dialog', { name: 'Contact Support' });
  await support.getByLabelText('Category').selectOptions('Bugs');
  await support.getByLabelText('Subject').fill('The cards');
  await support.getByLabelText('Message').fill('They never come out.');
  const answer = answers.hold(requestSupport, { success: true, repliesTo: null });
  await support.getByRole('button', { name: 'Send Request' }).click();
  await expect.element(support.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await tryToLeave();
  answer();
  await expect.element(support.getByRole('status')).toMatchTextContent('Your request has been sent.');
});

test('a refusal can be corrected or closed at once, while the list is still refetched', async ({
  answers,
}) => {
  await openPage('/organizations', { answers });
  await page.getByRole('button', { name: 'Create Organization' }).first().click();
  const create = page.getByRole('dialog', { name: 'Create Organization' });
  await create.getByLabelText('Name').fill('Swift');
  // The refetched list never responds.
  answers.hold(listOrganizations, { items: [], nextCursor: null });
  answers.answer(createOrganization, () => new Response('', { status: 500 }));
  const send = create.getByRole('button', { name: 'Create Organization' });
  await send.click();
  await expect.element(create.getByRole('alert')).toBeVisible();
  await expect.element(send).toBeEnabled();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(create).not.toBeInTheDocument();
});
