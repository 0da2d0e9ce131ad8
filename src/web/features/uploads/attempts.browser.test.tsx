import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getSession, signOut } from '#shared/accounts/accounts.ts';
import { listListedOrganizations } from '#shared/apps/app-list.ts';
import { createApplication } from '#shared/apps/apps.ts';
import { getPaymentSettings, listProducts } from '#shared/billing/payments.ts';
import { findKnownFiles } from '#shared/versions/changes.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { createVersion } from '#shared/versions/versions.ts';
import { answerOrganizations } from '../../testing/answer-organizations.ts';
import { answerProfile } from '../../testing/answer-profile.ts';
import { openUpdate } from '../../testing/answer-update.ts';
import { type Answers, refusal } from '../../testing/answers.ts';
import { arrive, fakeUploads, somePage } from '../../testing/fake-sending.ts';
import { labelOf } from '../../testing/labels.ts';
import { openPage } from '../../testing/open-page.tsx';
import { sessionOf } from '../../testing/samples/accounts.ts';
import { appOf, ownCard } from '../../testing/samples/apps.ts';
import { somePaymentSettings } from '../../testing/samples/billing.ts';
import { someOwnOrganization } from '../../testing/samples/orgs.ts';
import { someVersion } from '../../testing/samples/versions.ts';
import { expect, test } from '../../testing/test.ts';
import { runTask } from './partial-upload/run-task.ts';

vi.mock(import('./send-file.ts'), { spy: true });
vi.mock(import('./partial-upload/run-task.ts'), { spy: true });

const send = page.getByRole('button', { name: 'Upload New Version' });
const uploading = page.getByRole('button', { name: 'Uploading...' });
const cancel = page.getByRole('form').getByRole('button', { name: 'Cancel', exact: true });
const changelog = page.getByLabelText('Changelog');
const progress = page.getByRole('progressbar', { name: 'Upload' });
const question = page.getByRole('alertdialog', { name: 'Leave and stop the upload?' });
const keepUploading = question.getByRole('button', { name: 'Keep uploading' });
const home = page.getByRole('banner').getByRole('link', { name: 'Home' }).first();
const account = page.getByRole('button', { name: /^Account menu of/ });

/** The end record of a zip, the only part that the form itself reads. */
const someZip = (name: string) =>
  new File([`PK\u0003\u0004PK\u0005\u0006${'\0'.repeat(18)}`], name, { type: 'application/zip' });

async function fillInUpdate(answers: Answers, { file = somePage('second.html'), text = 'Typed.' } = {}) {
  await openUpdate(answers);
  answers.answer(createVersion, () => {
    const version = someVersion({ number: 4, version: '1.2', isActive: true });
    return { success: true as const, versionId: version.id, version };
  });
  await page.getByLabelText('Build file').upload(file);
  await changelog.fill(text);
}

const published = (version: string) => page.getByText(`Successfully uploaded version ${version}!`);

/** Requests of the pages that these tests navigate to. */
function answerOtherPages(answers: Answers): void {
  answerProfile(answers);
  answers.answer(getPaymentSettings, somePaymentSettings());
  answers.answer(listProducts, []);
  answers.answer(listListedOrganizations, { items: [], nextCursor: null });
}

/** The worker that lists a zip needs a build of the web app. */
function listZips(): void {
  const file = { path: 'index.html', time: 0, size: 10, crc32: 0, sha256: 'a'.repeat(64), gzipTime: null };
  vi.mocked(runTask).mockResolvedValue([{ ...file, packed: null }]);
}

test('a double click publishes once', async ({ answers }) => {
  const begun = fakeUploads();
  listZips();
  await fillInUpdate(answers, { file: someZip('second.zip') });
  const answer = answers.hold(findKnownFiles, { known: [] });
  await send.dblClick();
  await expect.element(uploading).toBeDisabled();
  answer();
  await arrive(begun, 1);
  await expect.element(published('1.2')).toBeVisible();
  await expect.element(send).toBeEnabled();
  expect(begun).toHaveLength(1);
  expect(answers.calls(createVersion)).toHaveLength(1);
  expect(answers.calls(findKnownFiles)).toHaveLength(1);
});

test('an upload can be stopped or left while it waits for a response, and does not start afterwards', async ({
  answers,
}) => {
  const begun = fakeUploads();
  listZips();
  answerOtherPages(answers);
  await fillInUpdate(answers, { file: someZip('stopped.zip') });
  /** @returns sends the response that the upload waits for */
  const waitForFiles = async () => {
    const answer = answers.hold(findKnownFiles, { known: [] });
    const asked = answers.calls(findKnownFiles).length;
    await send.click();
    await expect.poll(() => answers.calls(findKnownFiles).length).toBe(asked + 1);
    return answer;
  };
  const stop = async () => {
    await cancel.click();
    await expect.element(send).toBeEnabled();
    await expect.element(changelog).toHaveValue('Typed.');
  };
  const answerFiles = await waitForFiles();
  await stop();
  answerFiles();

  answers.answer(findKnownFiles, { known: [] });
  const answerUploads = answers.hold(listUploads, []);
  const asked = answers.calls(listUploads).length;
  await send.click();
  await expect.poll(() => answers.calls(listUploads).length).toBeGreaterThan(asked);
  await stop();
  answerUploads();
  answers.answer(listUploads, []);

  const answerOnLeaving = await waitForFiles();
  await home.click();
  await expect.poll(() => location.pathname).toBe('/');
  answerOnLeaving();
  // Only the later upload starts.
  answers.answer(findKnownFiles, { known: [] });
  await fillInUpdate(answers, { file: somePage('later.html') });
  await send.click();
  await expect.poll(() => begun.map(({ file }) => file.name)).toEqual(['later.html']);
});

/** The form of a new application is sent, and the user opens the profile before the response. */
async function leaveWhileChecked(answers: Answers): Promise<void> {
  const begun = fakeUploads();
  answerOtherPages(answers);
  answerOrganizations(answers, { organizations: [someOwnOrganization({ number: 2 })] });
  answers.answer(listUploads, []);
  await openPage('/upload', { answers });
  await page.getByLabelText('Build file').upload(somePage('left.html'));
  await page.getByLabelText('Name').fill('Left');
  await page.getByLabelText(labelOf('Description')).fill('The first.');
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await arrive(begun, 1);
  await expect.element(page.getByRole('progressbar', { name: 'Checking your build' })).toBeVisible();
  await account.click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect.poll(() => location.pathname).toBe('/profile');
}

test('a finished inspection does not navigate away from another page, and keeps its input', async ({
  answers,
}) => {
  const answer = answers.hold(createApplication, appOf(ownCard({ name: 'Left' })));
  await leaveWhileChecked(answers);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /upload/i })
    .click();
  const description = page.getByLabelText(labelOf('Description'));
  await description.fill('The second.');
  answer();
  await expect.element(page.getByText('Application uploaded successfully!')).toBeVisible();
  expect(location.pathname).toBe('/upload');
  await expect.element(description).toHaveValue('The second.');
  await openPage('/upload', { answers });
  await expect.element(description).toHaveValue('The second.');
});

test('a failed inspection is reported on another page without navigating away', async ({ answers }) => {
  const answer = answers.hold(createApplication, refusal('subscription_required', 'A plan is needed.'));
  await leaveWhileChecked(answers);
  answer();
  await expect.element(page.getByText('A plan is needed.')).toBeVisible();
  expect(location.pathname).toBe('/profile');
});

test('the confirmation to leave disappears with its upload, and does not affect the next', async ({
  answers,
}) => {
  const begun = fakeUploads();
  await fillInUpdate(answers);
  await send.click();
  await expect.element(progress).toBeVisible();
  await home.click();
  await expect.element(question).toBeVisible();
  await arrive(begun, 1);
  await expect.element(published('1.2')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();

  await page.getByLabelText('Build file').upload(somePage('third.html'));
  await changelog.fill('Another.');
  await send.click();
  await expect.element(progress).toBeVisible();
  expect(question.elements()).toEqual([]);
  await arrive(begun, 2);
  await expect.poll(() => answers.calls(createVersion).length).toBe(2);
});

/** By the name of the command. */
async function chooseCommand(name: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect.element(palette.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard(name);
  const found = palette.getByRole('option', { name: new RegExp(`^${name}`) });
  await expect.element(found).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
}

test('signing out during an upload asks for confirmation, and then signs out', async ({ answers }) => {
  fakeUploads();
  answerOtherPages(answers);
  answers.answer(signOut, () => {
    answers.answer(getSession, sessionOf(null));
    return { success: true as const };
  });
  await fillInUpdate(answers);
  await send.click();
  await expect.element(progress).toBeVisible();
  await account.click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect.element(question).toBeVisible();
  await keepUploading.click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(account).toHaveFocus();
  await expect.element(progress).toBeVisible();

  const main = page.getByRole('main');
  (main.element() as HTMLElement).focus();
  await chooseCommand('Logout');
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(main).toHaveFocus();
  await expect.element(progress).toBeVisible();
  expect(answers.calls(signOut)).toEqual([]);

  await chooseCommand('Logout');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/');
  expect(answers.calls(signOut)).toHaveLength(1);
});

test('a running upload is not left by accident', async ({ answers }) => {
  fakeUploads();
  answerOtherPages(answers);
  await fillInUpdate(answers, { text: 'On its way.' });
  const address = location.pathname;
  await send.click();
  await expect.element(uploading).toBeDisabled();
  await expect.element(progress).toBeVisible();
  await expect.element(page.getByText('second.html', { exact: true })).toBeVisible();
  expect(page.getByText('to choose another').elements()).toEqual([]);
  // A download does not leave the page. The browser does not start it here.
  window.addEventListener('click', (event) => event.preventDefault(), { once: true });
  await page.getByRole('link', { name: 'Download version 1.0.0' }).click();
  expect(question.elements()).toEqual([]);
  const keep = async () => {
    await expect.element(question).toBeVisible();
    await keepUploading.click();
    await expect.element(question).not.toBeInTheDocument();
    expect(location.pathname).toBe(address);
  };
  await home.click();
  await keep();
  // Neither by a shortcut, nor from the palette.
  await userEvent.keyboard('gh');
  await keep();
  await chooseCommand('Pricing');
  await keep();
  await cancel.click();
  await expect.element(send).toBeEnabled();
  await expect.element(changelog).toHaveValue('On its way.');
  await send.click();
  await expect.element(progress).toBeVisible();
  await chooseCommand('Pricing');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => location.pathname + location.hash).toBe('/subscriptions#pricing');
});

test('a version that could not be published shows the reason, and keeps the input', async ({ answers }) => {
  const begun = fakeUploads();
  await fillInUpdate(answers);
  answers.refuse(createVersion, 'internal', { error: 'It broke.' });
  await send.click();
  await arrive(begun, 1);
  const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text });
  const failed = alertOf('Upload failed. Please try again.');
  await expect.element(failed).toMatchTextContent('Failed to create version');
  // The server's message is shown. Received bytes are not sent again.
  answers.refuse(createVersion, 'conflict', { error: 'Not now.' });
  await send.click();
  await expect.element(alertOf('Upload failed: Not now.')).toBeVisible();
  await expect.element(failed).not.toBeInTheDocument();
  await expect.element(changelog).toHaveValue('Typed.');
  expect(begun).toHaveLength(1);
});
