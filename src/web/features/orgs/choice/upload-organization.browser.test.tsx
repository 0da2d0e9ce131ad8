import { page, userEvent } from 'vitest/browser';
import { listOrganizations } from '#shared/orgs/orgs.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { answerOrganizations } from '#web/testing/answer-organizations.ts';
import { checkAccessibility } from '#web/testing/examine.ts';
import { openPage } from '#web/testing/open-page.tsx';
import { someOwnOrganization } from '#web/testing/samples/orgs.ts';
import { expect, test } from '#web/testing/test.ts';

test('a user without organizations creates one from the upload form, which keeps its input', async ({
  answers,
}) => {
  answers.answer(listUploads, []);
  answers.refuse(listOrganizations, 'internal', { error: 'It is night.' });
  await openPage('/upload', { answers });
  await expect.element(page.getByText('Error loading organizations: It is night.')).toBeVisible();
  answerOrganizations(answers);
  await page.getByRole('button', { name: 'Try Again' }).click();
  const nothing = page.getByText(/^No organizations available\. Please create an organization first\./);
  await expect.element(nothing).toBeVisible();
  await expect.element(nothing.getByRole('link')).not.toBeInTheDocument();
  await userEvent.upload(
    page.getByLabelText('Build file'),
    new File(['<!doctype html><title>Orbit</title>'], 'orbit.html'),
  );
  const name = page.getByLabelText('Name', { exact: true });
  await name.fill('Orbit');
  const send = page.getByRole('button', { name: 'Upload Application' });
  await send.click();
  await expect.element(page.getByText('Please select an organization').first()).toBeVisible();
  await checkAccessibility('upload without an organization');
  await page.getByRole('button', { name: 'Create Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Organization' });
  await dialog.getByLabelText('Name').fill('Trajectories');
  await dialog.getByRole('button', { name: 'Create Organization' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const choice = page.getByLabelText('Organization');
  await expect.element(choice).toHaveDisplayValue('Trajectories');
  await expect.element(name).toHaveValue('Orbit');
  await expect.element(page.getByText('orbit.html', { exact: true })).toBeInTheDocument();
  await choice.selectOptions('');
  await send.click();
  await expect.element(choice).toHaveFocus();
});

test('the chosen organization is still chosen after a reload', async ({ answers }) => {
  answers.answer(listUploads, []);
  answerOrganizations(answers, {
    organizations: [
      someOwnOrganization({ number: 2, name: 'Spinners' }),
      someOwnOrganization({ number: 3, name: 'Weavers' }),
    ],
  });
  await openPage('/upload', { answers });
  const choice = page.getByLabelText('Organization');
  await choice.selectOptions('Weavers');
  await page.getByLabelText('Name', { exact: true }).fill('Loom');
  await openPage('/upload', { answers });
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Loom');
  await expect.element(choice).toHaveDisplayValue('Weavers');
});
