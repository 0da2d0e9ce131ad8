import { page, userEvent } from 'vitest/browser';
import { getApplication, updateApplication } from '#shared/apps.ts';
import { listUploads } from '#shared/uploads.ts';
import { activateVersion, deleteVersion, listVersions, type Version } from '#shared/versions.ts';
import { type Answers, refusal } from '../testing/answers.ts';
import { examine } from '../testing/examine.ts';
import { press } from '../testing/keys.ts';
import { openPage } from '../testing/open-page.tsx';
import { appOf, ownCard } from '../testing/samples/apps.ts';
import { someVersion } from '../testing/samples/versions.ts';
import { expect, phone, test } from '../testing/test.ts';

const entry = (version: string) => page.getByRole('listitem', { name: `Version ${version}`, exact: true });
const dialog = page.getByRole('alertdialog');
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text });

const first = someVersion({ number: 3, version: '1.0.0' });
const second = someVersion({ number: 2, version: '1.1', isActive: true });

/** The page of one’s own application, with these versions. */
async function openUpdate(
  answers: Answers,
  { name = 'Failures', versions = [second, first] }: { name?: string; versions?: Version[] } = {},
) {
  let card = ownCard({ name, version: versions.find(({ isActive }) => isActive)?.version });
  let listed = versions;
  answers.answer(listUploads, []);
  answers.answer(getApplication, () => appOf(card));
  answers.answerByDefault(listVersions, () => ({ success: true as const, versions: listed }));
  answers.answerByDefault(activateVersion, ({ body }) => {
    listed = listed.map((version) => {
      const isActive = version.id === body.versionId;
      return { ...version, isActive, can: { activate: !isActive, delete: !isActive, approve: false } };
    });
    return { success: true as const };
  });
  answers.answerByDefault(updateApplication, ({ body }) => {
    card = { ...card, ...(body as Partial<typeof card>) };
    const app = appOf(card);
    return { ...app, can: { ...app.can, moveBack: false } };
  });
  await openPage(`/update/${card.id}`, { answers });
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('a list of versions that failed is asked for again, and what was typed meanwhile stays', async ({
  answers,
}) => {
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

test('a rollback shows before it is answered, and goes with an answer that refuses it', async ({
  answers,
}) => {
  const refuse = answers.hold(activateVersion, refusal('internal'));
  await openUpdate(answers);
  await entry('1.0.0')
    .getByRole('button', { name: /Rollback/ })
    .click();
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await expect.element(entry('1.0.0')).toMatchTextContent('Active');
  await expect.element(entry('1.1')).not.toMatchTextContent('Active');
  // The list that is fetched after the failure must not be what restores the versions.
  const list = answers.hold(listVersions, { success: true, versions: [second, first] });
  refuse();
  await expect.element(entry('1.1')).toMatchTextContent('Active');
  await expect.element(entry('1.0.0')).not.toMatchTextContent('Active');
  list();
  await expect
    .element(alertOf('Rollback failed. Please try again.'))
    .toMatchTextContent('Failed to activate version');
  // What is said of one attempt goes with the next.
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

test('details that could not be saved stay as they were typed', async ({ answers }) => {
  answers.refuse(updateApplication, 'internal', { error: 'It broke.' });
  await openUpdate(answers);
  const name = page.getByRole('form', { name: 'Application Details' }).getByLabelText('Name');
  await name.fill('Another name');
  await page.getByRole('button', { name: 'Update Details' }).click();
  await expect.element(page.getByText(/Failed to update application details: It broke\./)).toBeVisible();
  await expect.element(name).toHaveValue('Another name');
});

test('that a rollback failed is seen where it was asked for, far below where it is said', async ({
  answers,
}) => {
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

test('the page is accessible with long words, and is used by keyboard alone', async ({ answers }) => {
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
  await examine('update');

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

test('a long name takes no more room on the page of its game than a phone has', async ({ answers }) => {
  const name = `${'Unbreakable'.repeat(10)}!`;
  answers.answer(getApplication, appOf(ownCard({ name })));
  await page.viewport(phone.width, phone.height);
  await openPage(`/play/${ownCard().id}`, { answers });
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
});
