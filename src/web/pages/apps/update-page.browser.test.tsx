import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getApplication, updateApplication } from '#shared/apps/apps.ts';
import { activateVersion, deleteVersion, listVersions } from '#shared/versions/versions.ts';
import { root } from '../../testing/answer-admin.ts';
import { answerUpdate, entry, first, openUpdate, second } from '../../testing/answer-update.ts';
import { refusal } from '../../testing/answers.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { press } from '../../testing/keys.ts';
import { labelOf } from '../../testing/labels.ts';
import { openPage } from '../../testing/open-page.tsx';
import { appOf, ownCard, someCard } from '../../testing/samples/apps.ts';
import { someVersion } from '../../testing/samples/versions.ts';
import { expect, phone, test } from '../../testing/test.ts';

const dialog = page.getByRole('alertdialog');
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text });

test('a failed list of versions is fetched again, and keeps the input', async ({ answers }) => {
  answers.refuse(listVersions, 'internal');
  await openUpdate(answers);
  await expect.element(page.getByText(/Failed to fetch versions/)).toBeVisible();
  const changelog = page.getByLabelText('Changelog');
  await changelog.fill('Typed meanwhile.');
  answers.answer(listVersions, { success: true, versions: [second, first] });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(entry('1.1')).toBeVisible();
  await expect.element(changelog).toHaveValue('Typed meanwhile.');
});

test('a rollback is shown before its response, and reverted after a refusal', async ({ answers }) => {
  const refuse = answers.hold(activateVersion, refusal('internal'));
  await openUpdate(answers);
  await entry('1.0.0')
    .getByRole('button', { name: /Rollback/ })
    .click();
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await expect.element(entry('1.0.0')).toMatchTextContent('Active');
  await expect.element(entry('1.1')).not.toMatchTextContent('Active');
  // The refetch after the failure must not be what restores the versions.
  const list = answers.hold(listVersions, { success: true, versions: [second, first] });
  refuse();
  await expect.element(entry('1.1')).toMatchTextContent('Active');
  await expect.element(entry('1.0.0')).not.toMatchTextContent('Active');
  list();
  await expect
    .element(alertOf('Rollback failed. Please try again.'))
    .toMatchTextContent('Failed to activate version');
  // The message of one attempt disappears with the next.
  answers.refuse(deleteVersion, 'internal');
  await entry('1.0.0')
    .getByRole('button', { name: /Delete/ })
    .click();
  await dialog.getByRole('button', { name: /Delete/ }).click();
  await expect
    .element(alertOf('Delete failed. Please try again.'))
    .toMatchTextContent('Failed to delete version');
  expect(page.getByText(/Rollback failed\. Please try again\./).elements()).toEqual([]);
});

test('details that could not be saved stay as typed', async ({ answers }) => {
  answers.refuse(updateApplication, 'internal', { error: 'It broke.' });
  await openUpdate(answers);
  const name = page.getByRole('form', { name: 'Application Details' }).getByLabelText('Name');
  await name.fill('Another name');
  await page.getByRole('button', { name: 'Update Details' }).click();
  await expect.element(page.getByText(/Failed to update application details: It broke\./)).toBeVisible();
  await expect.element(name).toHaveValue('Another name');
});

test('a failed rollback is reported at the version, far below the page’s messages', async ({ answers }) => {
  const changelog = 'One line.\n'.repeat(6);
  const versions = [
    someVersion({ number: 2, version: '1.2', changelog, isActive: true }),
    someVersion({ number: 3, version: '1.1', changelog }),
    someVersion({ number: 4, version: '1.0.0' }),
  ];
  answers.refuse(activateVersion, 'version_not_found');
  await page.viewport(phone.width, phone.height);
  await openUpdate(answers, { versions });
  await entry('1.2')
    .getByText(/What the inspection found/)
    .click();
  await entry('1.0.0')
    .getByRole('button', { name: /Rollback/ })
    .click();
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  const failure = alertOf('Rollback failed. Please try again.');
  await expect.element(failure).toBeInViewport({ ratio: 1 });
  await expect.element(failure).toHaveFocus();
});

test('the page is accessible with long words, and works by keyboard alone', async ({ answers }) => {
  const long = `2.${'1'.repeat(36)}`;
  await openUpdate(answers, {
    name: `${'Unbreakable'.repeat(10)}!`,
    versions: [
      someVersion({
        number: 2,
        version: long,
        changelog: `${'W'.repeat(300)}\n${'A line among many.\n'.repeat(20)}`,
        isActive: true,
      }),
      first,
    ],
  });
  await expect.element(entry(long)).toBeVisible();
  await press(page.getByRole('button', { name: 'Show the whole changelog' }), '{Enter}');
  const report = entry(long).element().querySelector('summary') as HTMLElement;
  expect(report.textContent).toContain('What the inspection found');
  report.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/Entry page/).first()).toBeVisible();
  await checkAccessibility('update');

  const theme = [...document.querySelectorAll('summary')].find((each) =>
    each.textContent?.startsWith('Theme'),
  );
  theme?.focus();
  await userEvent.keyboard('{Enter}');
  await press(page.getByRole('radio', { name: /^Vanilla/ }), '{ArrowRight}');
  await expect.element(page.getByRole('radio', { name: /^Modern/ })).toBeChecked();
  await press(page.getByRole('button', { name: 'Update Details' }), '{Enter}');
  await expect.element(page.getByText('Application details updated successfully!')).toBeVisible();
  await press(entry('1.0.0').getByRole('button', { name: /Rollback/ }), '{Enter}');
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Successfully rolled back to version 1.0.0!')).toBeVisible();
  await expect.element(entry('1.0.0')).toHaveFocus();
  await press(page.getByRole('button', { name: 'Undo' }), '{Enter}');
  await expect.element(page.getByText(/Successfully rolled back to version 2\.1+!/)).toBeVisible();
  await expect.element(entry(long)).toMatchTextContent('Active');
});

test('a long name fits a phone on the page of its game', async ({ answers }) => {
  const name = `${'Unbreakable'.repeat(10)}!`;
  answers.answer(getApplication, appOf(ownCard({ name })));
  await page.viewport(phone.width, phone.height);
  await openPage(`/play/${ownCard().id}`, { answers });
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});

test('a visitor is asked to log in, and the play page offers them no update', async ({ answers }) => {
  answers.answer(getApplication, appOf(someCard({ name: 'Open Water' })));
  await openPage(`/update/${someCard().id}`, { answers, user: null });
  await expect.element(page.getByText('Please log in to update applications.')).toBeVisible();
  await openPage(`/play/${someCard().id}`, { answers, user: null });
  await expect.element(page.getByRole('heading', { name: 'Open Water' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Update', exact: true }).elements()).toEqual([]);
});

test('a user without permission gets one 404 message, whether the application is public, private or missing', async ({
  answers,
}) => {
  const address = answerUpdate(answers);
  const expectRefusal = async () => {
    const refusal = 'Application not found.';
    await openPage(address, { answers });
    await expect.element(page.getByRole('heading', { level: 1, name: refusal })).toBeVisible();
    const said = (alertOf(refusal).element() as HTMLElement).innerText;
    expect(said.match(/not found/g)).toHaveLength(1);
    await expect.element(page.getByRole('link', { name: 'Back to Home' })).toBeVisible();
  };
  answers.answer(getApplication, appOf(someCard({ name: 'Open Water' })));
  await expectRefusal();
  answers.refuse(getApplication, 'app_not_found');
  await expectRefusal();
  await checkAccessibility('an update that is not theirs');
});

test('an administrator edits an application of another user, and has no limits', async ({ answers }) => {
  const address = answerUpdate(answers, { name: 'Hidden Cove' });
  await openPage(address, { answers, user: root });
  await expect.element(page.getByRole('heading', { name: 'Hidden Cove', level: 1 })).toBeVisible();
  expect(page.getByRole('region', { name: 'Your Plan Limits' }).elements()).toEqual([]);
  await page.getByLabelText(labelOf('Description')).fill('Looked after.');
  await page.getByRole('button', { name: 'Update Details' }).click();
  await expect.element(page.getByText('Application details updated successfully!')).toBeVisible();
  await openPage(address, { answers });
  await expect.element(page.getByLabelText(labelOf('Description'))).toHaveValue('Looked after.');
});

test('publications in another tab appear, and a deletion is reported without losing input', async ({
  answers,
}) => {
  vi.stubGlobal('EventSource', FakeEventSource);
  const { id } = ownCard();
  await openUpdate(answers);
  await expect.element(entry('1.1')).toBeVisible();
  const third = someVersion({ number: 4, version: '1.5', isActive: true });
  answers.answer(listVersions, { success: true, versions: [third, first] });
  answers.answer(getApplication, appOf(ownCard({ name: 'Failures', version: '1.5' })));
  FakeEventSource.tell({ kind: 'activated', id });
  await expect.element(entry('1.5')).toMatchTextContent('Active');
  await expect.element(entry('1.5').getByRole('heading')).toHaveAccessibleName('Version 1.5');
  await expect.element(page.getByPlaceholder('1.6', { exact: true })).toBeVisible();

  const changelog = page.getByLabelText('Changelog');
  await changelog.fill('Typed before it went.');
  answers.refuse(getApplication, 'app_not_found');
  answers.refuse(listVersions, 'app_not_found');
  FakeEventSource.tell({ kind: 'removed', id });
  await expect.element(alertOf('This application was deleted')).toBeVisible();
  await expect.element(changelog).toHaveValue('Typed before it went.');
});

test('the form of a version reports missing fields and invalid builds', async ({ answers }) => {
  await openUpdate(answers);
  await page.getByRole('button', { name: 'Upload New Version' }).click();
  await expect.element(page.getByText('Please select a file to upload')).toBeVisible();
  await expect
    .element(page.getByText("Please provide a changelog describing what's new in this version"))
    .toBeVisible();
  await page.getByLabelText('Build file').upload(new File(['notes'], 'notes.txt', { type: 'text/plain' }));
  const accepted =
    'Please select a valid WebGL/WebXR build file (.zip), HTML file (.html), or .unityweb file';
  await expect.element(page.getByText(accepted)).toBeVisible();
});

test('the details need a name, are saved with a theme, and then need no saving', async ({ answers }) => {
  await openUpdate(answers, { name: 'Harbour' });
  const details = page.getByRole('form', { name: 'Application Details' });
  const update = page.getByRole('button', { name: 'Update Details' });
  const name = details.getByLabelText('Name');
  await expect.element(update).toBeDisabled();
  await name.fill('  ');
  await update.click();
  await expect.element(page.getByText('Application name is required')).toBeVisible();
  await name.fill('Harbour at Night');
  const chosen = () => details.element().querySelector('summary');
  expect(chosen()?.textContent).toMatch(/^ThemeVanilla/);
  expect(details.getByRole('radio').elements()).toEqual([]);
  chosen()?.click();
  await details.getByRole('radio', { name: 'Gaming' }).click({ force: true });
  await expect.poll(() => chosen()?.textContent).toMatch(/^ThemeGaming/);
  await update.click();
  await expect.element(page.getByText('Application details updated successfully!')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Harbour at Night', level: 1 })).toBeVisible();
  await expect.element(update).toBeDisabled();
  expect(answers.calls(updateApplication).map(({ body }) => body)).toEqual([
    expect.objectContaining({ name: 'Harbour at Night', theme: 'gaming' }),
  ]);
});
