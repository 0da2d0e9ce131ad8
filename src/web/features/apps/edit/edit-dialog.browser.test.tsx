import { page } from 'vitest/browser';
import { listListedOrganizations } from '#shared/apps/app-list.ts';
import { deleteApplication, updateApplication } from '#shared/apps/apps.ts';
import { listOrganizations } from '#shared/orgs/orgs.ts';
import { answerGallery, cardLink, choose } from '#web/testing/answer-gallery.ts';
import { answerOrganizations } from '#web/testing/answer-organizations.ts';
import { type Answers, refusal } from '#web/testing/answers.ts';
import { checkAccessibility } from '#web/testing/examine.ts';
import { openPage } from '#web/testing/open-page.tsx';
import { appOf, ownCard } from '#web/testing/samples/apps.ts';
import { idOf } from '#web/testing/samples/ids.ts';
import { someOwnOrganization } from '#web/testing/samples/orgs.ts';
import { expect, test } from '#web/testing/test.ts';

const dialog = () => page.getByRole('dialog', { name: 'Edit application' });
const save = () => dialog().getByRole('button', { name: 'Save changes' });
const id = idOf('m', 2);
const organization = { id, _id: id, name: 'Ada and friends' };

async function openEngine(answers: Answers) {
  const cards = [ownCard({ name: 'Difference Engine', organizationId: id, organization })];
  answerGallery(answers, cards);
  await openPage('/?filter=my-apps', { answers });
  await expect.element(cardLink('Difference Engine')).toBeVisible();
  return cards;
}

function pictureField() {
  const input = dialog().element().querySelector<HTMLElement>('input[type=file]');
  if (!input) throw new Error('The dialog takes a picture.');
  return input;
}

test('the fields are in one column, and explain who sees a public application', async ({ answers }) => {
  await openEngine(answers);
  await choose('Difference Engine', 'Edit');
  await expect.element(dialog().getByLabelText(/^Organization/)).toHaveDisplayValue('Ada and friends');
  const fields = ['Name', 'Description', 'Organization', 'Public'].map((name) =>
    dialog()
      .getByLabelText(new RegExp(`^${name}`))
      .element(),
  );
  const tops = [...fields, pictureField()].map((field) => field.getBoundingClientRect().top);
  expect(tops).toEqual([...new Set(tops)].sort((one, other) => one - other));
  await expect
    .element(dialog().getByLabelText(/^Public/))
    .toHaveAccessibleDescription(/the members of its organization/);
});

test('an invalid picture and a missing name are reported at their fields', async ({ answers }) => {
  await openEngine(answers);
  await choose('Difference Engine', 'Edit');
  await expect.element(dialog()).toBeVisible();
  const picture = page.elementLocator(pictureField());
  await picture.upload(new File(['no picture'], 'a.png', { type: 'image/png' }));
  await expect
    .element(dialog().getByText('Please select a valid image file (JPEG, PNG, GIF, or WebP)'))
    .toBeVisible();
  await dialog().getByLabelText('Name').fill('');
  await save().click();
  await expect.element(dialog().getByText('Application name is required')).toBeVisible();
  expect(answers.calls(updateApplication)).toEqual([]);
});

test('a picture is sent with the changes', async ({ answers }) => {
  const [card] = await openEngine(answers);
  const app = appOf(card ?? ownCard());
  answers.answer(updateApplication, { ...app, can: { ...app.can, moveBack: false } });
  await choose('Difference Engine', 'Edit');
  await expect.element(dialog()).toBeVisible();
  const canvas = new OffscreenCanvas(80, 60);
  canvas.getContext('2d')?.fillRect(0, 0, 80, 60);
  const picture = await canvas.convertToBlob({ type: 'image/png' });
  await page.elementLocator(pictureField()).upload(new File([picture], 'a.png', { type: 'image/png' }));
  await expect.element(dialog().getByRole('status')).toHaveTextContent('Picture chosen: a.png');
  await save().click();
  await expect.element(page.getByText('Application details updated successfully!')).toBeVisible();
  expect(answers.calls(updateApplication).map(({ body }) => body.thumbnail)).toEqual([expect.any(File)]);
});

test('changes are not lost by an accidental click, and are shown after saving', async ({ answers }) => {
  await openEngine(answers);
  await choose('Difference Engine', 'Edit');
  await dialog().getByLabelText('Name').fill('Analytical Engine');
  await page.elementLocator(document.body).click({ position: { x: 5, y: 400 }, force: true });
  await expect.element(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await save().click();
  await expect.element(page.getByText('Application details updated successfully!')).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(cardLink('Analytical Engine')).toBeVisible();
});

test('Undo restores what an edit changed, and nothing else', async ({ answers }) => {
  await openEngine(answers);
  await choose('Difference Engine', 'Edit');
  await dialog().getByLabelText('Name').fill('Indifference Engine');
  await dialog().getByRole('checkbox', { name: 'Public' }).click();
  await save().click();
  await expect.element(cardLink('Indifference Engine')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(cardLink('Difference Engine')).toBeVisible();
  expect(answers.calls(updateApplication).map(({ body }) => body)).toEqual([
    { name: 'Indifference Engine', isPublic: 'false' },
    { name: 'Difference Engine', isPublic: 'true' },
  ]);
});

test('an application is deleted after a confirmation, and stays after a refusal', async ({ answers }) => {
  const cards = await openEngine(answers);
  const question = page.getByRole('alertdialog', { name: /Difference Engine/ });
  await choose('Difference Engine', 'Delete');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect.element(page.getByRole('button', { name: 'Actions for Difference Engine' })).toHaveFocus();

  answers.refuse(deleteApplication, 'forbidden', { error: 'Not today.' });
  await choose('Difference Engine', 'Delete');
  await question.getByRole('button', { name: 'Delete application' }).click();
  await expect.element(page.getByText('Failed to delete application: Not today.')).toBeVisible();
  await expect.element(cardLink('Difference Engine')).toBeVisible();

  answers.answer(deleteApplication, () => {
    cards.pop();
    return { success: true as const };
  });
  await choose('Difference Engine', 'Delete');
  await question.getByRole('button', { name: 'Delete application' }).click();
  await expect.element(page.getByText('Application "Difference Engine" deleted successfully')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No applications yet' })).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Your Plan Limits' }))
    .toMatchTextContent('Used0Remaining3');
});

test('Back to a deleted application shows that it is gone', async ({ answers }) => {
  const cards = [ownCard({ name: 'Mayfly', fileName: null })];
  answerGallery(answers, cards);
  answers.answer(deleteApplication, () => {
    cards.pop();
    return { success: true as const };
  });
  await openPage(`/play/${cards[0]?.id}`, { answers });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mayfly' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click();
  await choose('Mayfly', 'Delete');
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  await page.getByRole('button', { name: 'Delete application' }).click();
  await expect.element(page.getByText('Application "Mayfly" deleted successfully')).toBeVisible();
  history.back();
  await expect.element(page.getByRole('heading', { name: 'Application not found' })).toBeVisible();
});

test('organizations that cannot be fetched are reported at the field, and fetched again', async ({
  answers,
}) => {
  await openEngine(answers);
  const answer = answers.hold(listOrganizations, refusal('internal'));
  await choose('Difference Engine', 'Edit');
  const choice = dialog().getByLabelText(/^Organization/);
  await expect.element(choice).toHaveDisplayValue('Ada and friends');
  const busy = () => dialog().element().querySelectorAll('[aria-busy=true]').length;
  await expect.poll(busy).toBe(1);
  answer();
  const alert = dialog().getByRole('alert');
  await expect.element(alert).toMatchTextContent('Error loading organizations:');
  expect(busy()).toBe(0);
  await checkAccessibility('edit without knowing the organizations');
  answerOrganizations(answers, {
    organizations: [
      someOwnOrganization({ number: 2, name: 'Ada and friends' }),
      someOwnOrganization({ number: 3, name: 'Weavers' }),
    ],
  });
  await dialog().getByRole('button', { name: 'Try Again' }).click();
  await expect.element(alert).not.toBeInTheDocument();
  await choice.selectOptions('Weavers');
  await expect.element(choice).toHaveDisplayValue('Weavers');
});

test('an application needs an organization, moves to another one, and is found by it', async ({
  answers,
}) => {
  const cards = await openEngine(answers);
  const weavers = someOwnOrganization({ number: 3, name: 'Weavers' });
  answerOrganizations(answers, {
    organizations: [someOwnOrganization({ number: 2, name: 'Ada and friends' }), weavers],
  });
  answers.answer(updateApplication, ({ body }) => {
    const moved = { id: weavers.id, _id: weavers.id, name: weavers.name };
    const card = ownCard({ name: 'Difference Engine', organizationId: moved.id, organization: moved });
    cards[0] = card;
    expect(body).toEqual({ organizationId: moved.id });
    const app = appOf(card);
    return { ...app, can: { ...app.can, moveBack: true } };
  });
  answers.answer(listListedOrganizations, {
    items: [
      {
        id: weavers.id,
        _id: weavers.id,
        name: weavers.name,
        owner: { uid: weavers.ownerId, displayName: 'Mara' },
      },
    ],
    nextCursor: null,
  });
  await openPage('/?filter=my-apps&view=grid', { answers });
  await expect.element(page.getByText('Mara · Ada and friends')).toBeVisible();
  await choose('Difference Engine', 'Edit');
  const choice = dialog().getByLabelText(/^Organization/);
  await expect.element(choice).toHaveDisplayValue('Ada and friends');
  await choice.selectOptions('');
  await save().click();
  await expect.element(dialog().getByText('Please select an organization').last()).toBeVisible();
  await choice.selectOptions('Weavers');
  await save().click();
  await expect.element(page.getByText('Application details updated successfully!')).toBeVisible();
  await expect.element(page.getByText('Mara · Weavers')).toBeVisible();
  await page.getByRole('button', { name: 'Filter by Organization' }).click();
  await page.getByRole('option', { name: 'Weavers' }).click();
  await expect.poll(() => location.search).toContain(`organization=${weavers.id}`);
  await expect.element(page.getByRole('heading', { name: 'Difference Engine' })).toBeVisible();
});
