import { page } from 'vitest/browser';
import { type ApplicationCard, getApplication, updateApplication } from '#shared/apps/apps.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { listVersions } from '#shared/versions/versions.ts';
import { answerGallery, cardLink } from '../../testing/answer-gallery.ts';
import type { Answers } from '../../testing/answers.ts';
import { openPage } from '../../testing/open-page.tsx';
import { appOf, ownCard, someCard } from '../../testing/samples/apps.ts';
import { someVersion } from '../../testing/samples/versions.ts';
import { expect, laptop, phone, test } from '../../testing/test.ts';

const dialog = page.getByRole('dialog', { name: 'Edit application' });
const isPublic = dialog.getByRole('checkbox', { name: 'Public' });
const save = dialog.getByRole('button', { name: 'Save changes' });
const edit = page.getByRole('button', { name: 'Edit', exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name });

/** An application in its last changed state. */
function answerOwn(answers: Answers, fields: Partial<ApplicationCard>): ApplicationCard {
  let card = ownCard({ name: 'Breakwater', ...fields });
  answers.answer(getApplication, () => appOf(card));
  answers.answer(updateApplication, ({ body: { isPublic = card.isPublic, ...texts } }) => {
    card = {
      ...card,
      ...texts,
      isPublic: String(isPublic) === 'true',
      wantsPublic: String(isPublic) === 'true',
    };
    const app = appOf(card);
    return { ...app, can: { ...app.can, moveBack: false } };
  });
  answers.answer(listUploads, []);
  answers.answer(listVersions, { success: true, versions: [someVersion({ isActive: true })] });
  return card;
}

test('the owner changes the visibility of an application on the play page', async ({ answers }) => {
  const { id } = answerOwn(answers, { isPublic: false });
  await openPage(`/play/${id}`, { answers });
  await button('Private – Change visibility').click();
  await expect.element(isPublic).toHaveFocus();
  await isPublic.click();
  await save.click();
  await expect.element(button(/^Public/)).toHaveFocus();
  expect(answers.calls(updateApplication).map(({ body }) => body)).toEqual([{ isPublic: 'true' }]);
  await edit.click();
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
});

test('the owner edits an application on the update page, and Undo restores its visibility', async ({
  answers,
}) => {
  const { id } = answerOwn(answers, { isPublic: true });
  await openPage(`/update/${id}`, { answers });
  await edit.click();
  await dialog.getByLabelText('Name').fill('Breakwater II');
  await save.click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Breakwater II' })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  const details = page.getByRole('form', { name: 'Application Details' });
  await expect.element(details.getByLabelText('Name')).toHaveValue('Breakwater II');
  await button('Public – Change visibility').click();
  await isPublic.click();
  await save.click();
  await expect.element(button(/^Private/)).toBeVisible();
  // The newest notification is the last one.
  await button('Undo').last().click();
  await expect.element(button(/^Public/)).toBeVisible();
  // The form of the next version begins within the first screen and a half.
  for (const { width, height } of [laptop, phone]) {
    await page.viewport(width, height);
    const heading = page.getByRole('heading', { name: 'Upload New Version' }).element();
    const top = heading.getBoundingClientRect().top + window.scrollY;
    expect(top, `at ${width}`).toBeLessThan(height * 1.5);
  }
});

test('a visitor sees that an application is public, and can change nothing', async ({ answers }) => {
  const card = someCard({ name: 'Breakwater' });
  answers.answer(getApplication, appOf(card));
  await openPage(`/play/${card.id}`, { answers, user: null });
  await expect.element(page.getByText('Public', { exact: true })).toBeVisible();
  expect(button(/^(Edit|Public)/).elements()).toEqual([]);
});

test('a play page opened from a list shows the thumbnail while its application loads', async ({
  answers,
}) => {
  const card = ownCard({ name: 'Poster' });
  answerGallery(answers, [card]);
  await openPage('/?filter=my-apps', { answers });
  await expect.element(cardLink('Poster')).toBeVisible();
  const release = answers.hold(getApplication, appOf(card));
  await cardLink('Poster').click();
  await expect.poll(() => location.pathname).toBe(`/play/${card.id}`);
  await expect.poll(() => document.querySelector('[data-poster]')?.checkVisibility()).toBe(true);
  release();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Poster' })).toBeVisible();
});
