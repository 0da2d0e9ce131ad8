import { page } from 'vitest/browser';
import { type Application, getApplication, updateApplication } from '#shared/apps/apps.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { listVersions } from '#shared/versions/versions.ts';
import type { Answers } from '../../testing/answers.ts';
import { labelOf } from '../../testing/labels.ts';
import { openPage } from '../../testing/open-page.tsx';
import { appOf, ownCard } from '../../testing/samples/apps.ts';
import { someVersion } from '../../testing/samples/versions.ts';
import { expect, test } from '../../testing/test.ts';

/** The saved values of an application, which others may change meanwhile. */
function answerSaved(answers: Answers): { app: Application } {
  const saved = { app: appOf(ownCard({ name: 'Kept', description: '' })) };
  answers.answer(listUploads, []);
  answers.answer(getApplication, () => saved.app);
  answers.answer(listVersions, { success: true, versions: [someVersion({ isActive: true })] });
  answers.answer(updateApplication, ({ body }) => {
    const deviceAccess = String(body.deviceAccess ?? '')
      .split(',')
      .filter(Boolean);
    saved.app = { ...saved.app, ...(body as Partial<Application>), deviceAccess: deviceAccess as never };
    return { ...saved.app, can: { ...saved.app.can, moveBack: false } };
  });
  return saved;
}

const upload = page.getByRole('banner').getByRole('link', { name: /upload/i });
const uploadHeading = page.getByRole('heading', { level: 1, name: /upload/i });

async function leaveAndComeBack(meanwhile = () => {}): Promise<void> {
  await upload.click();
  await expect.element(uploadHeading).toBeVisible();
  meanwhile();
  history.back();
}

test('unsaved changes of an application are kept when the page is left or reloaded', async ({ answers }) => {
  const saved = answerSaved(answers);
  const address = `/update/${saved.app.id}`;
  await openPage(address, { answers });
  const form = page.getByRole('form', { name: 'Application Details' });
  const name = form.getByLabelText('Name');
  const description = form.getByLabelText(labelOf('Description'));
  const theme = form.getByText(/^Theme/).first();
  const discard = form.getByRole('button', { name: 'Discard changes' });
  const modern = form.getByRole('radio', { name: /^Modern/ });
  await expect.element(name).toHaveValue('Kept');
  const chosen = () => form.element().querySelector('summary')?.textContent;
  const expectChanged = async () => {
    await expect.element(name).toHaveValue('Kept and changed');
    await expect.element(description).toHaveValue('Told anew.');
    await expect.poll(chosen).toContain('Modern');
    await expect.element(discard).toBeVisible();
  };
  await name.fill('Kept and changed');
  await description.fill('Told anew.');
  await theme.click();
  await modern.click({ force: true });
  await leaveAndComeBack();
  await expectChanged();
  await openPage(address, { answers });
  await expectChanged();
  // Older input does not overwrite changes by others.
  saved.app = { ...saved.app, description: 'Told elsewhere.' };
  const { client } = await openPage(address, { answers });
  await expect.element(name).toHaveValue('Kept and changed');
  await expect.element(description).toHaveValue('Told elsewhere.');
  // The same when the page is opened by a link and shows cached values first.
  await description.fill('Told once more.');
  await leaveAndComeBack(() => {
    saved.app = { ...saved.app, description: 'Told elsewhere again.' };
    // As after an event.
    void client.invalidateQueries();
  });
  await expect.element(name).toHaveValue('Kept and changed');
  await expect.element(description).toHaveValue('Told elsewhere again.');
  await discard.click();
  const expectDiscarded = async () => {
    await expect.element(name).toHaveValue('Kept');
    await expect.element(description).toHaveValue('Told elsewhere again.');
    await expect.poll(chosen).not.toContain('Modern');
    await expect.element(discard).not.toBeInTheDocument();
  };
  await expectDiscarded();
  await openPage(address, { answers });
  await expectDiscarded();
});

test('unsaved player settings are restored after leaving and reloading', async ({ answers }) => {
  const saved = answerSaved(answers);
  const address = `/update/${saved.app.id}`;
  await openPage(address, { answers });
  const form = page.getByRole('form', { name: 'Player Settings' });
  const camera = form.getByRole('checkbox', { name: /^Camera/ });
  const microphone = form.getByRole('checkbox', { name: /^Microphone/ });
  const threads = form.getByRole('radio', { name: 'On', exact: true });
  const discard = form.getByRole('button', { name: 'Discard changes' });
  await camera.click();
  await threads.click();
  await leaveAndComeBack();
  await expect.element(camera).toBeChecked();
  await expect.element(threads).toBeChecked();
  // A field that was changed elsewhere shows its saved value.
  saved.app = { ...saved.app, deviceAccess: ['microphone'] };
  await openPage(address, { answers });
  await expect.element(threads).toBeChecked();
  await expect.element(microphone).toBeChecked();
  await expect.element(camera).not.toBeChecked();
  await discard.click();
  await expect.element(threads).not.toBeChecked();
  await openPage(address, { answers });
  await expect.element(microphone).toBeChecked();
  await expect.element(threads).not.toBeChecked();
  await expect.element(discard).not.toBeInTheDocument();
  // Saving deletes the draft.
  await camera.click();
  await form.getByRole('button', { name: 'Save Settings' }).click();
  await expect.element(page.getByText('Player settings saved.')).toBeVisible();
  await openPage(address, { answers });
  await expect.element(camera).toBeChecked();
  await expect.element(discard).not.toBeInTheDocument();
});
