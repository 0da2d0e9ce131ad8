import { page } from 'vitest/browser';
import { getApplication } from '#shared/apps/apps.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { listVersions } from '#shared/versions/versions.ts';
import type { Answers } from '../../testing/answers.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { openPage } from '../../testing/open-page.tsx';
import { appOf, ownCard, someCard } from '../../testing/samples/apps.ts';
import { daysAgo } from '../../testing/samples/ids.ts';
import { expect, test } from '../../testing/test.ts';

const takenDown = {
  at: daysAgo(1),
  reason: 'It asks players for their passwords.\nWrite to us once it does not.',
};
const reason = () => page.getByText(/^It asks players for their passwords\./);
const offline = { isPublic: false, takenDown, shareUrl: null, shareLink: 'sleeping' } as const;
const may = { edit: true, update: true, delete: true, approve: true, share: false };

function answerOwn(answers: Answers): string {
  const starlight = ownCard({ name: 'Starlight', ...offline, can: { play: false, ...may } });
  answers.answer(getApplication, appOf(starlight));
  answers.answer(listVersions, { success: true, versions: [] });
  answers.answer(listUploads, []);
  return starlight.id;
}

test('the owner of a taken-down application sees the reason instead of the player', async ({ answers }) => {
  await openPage(`/play/${answerOwn(answers)}`, { answers });
  await expect.element(page.getByText('This application is offline', { exact: true })).toBeVisible();
  await expect.element(reason()).toBeVisible();
  await expect.element(page.getByText(/^Nobody else can open it\./)).toBeVisible();
  expect(document.querySelector('iframe')).toBeNull();
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Choose a Plan' }))
    .not.toBeInTheDocument();
  await checkAccessibility('play page, taken offline');
});

test('its owner can still upload a new version', async ({ answers }) => {
  await openPage(`/update/${answerOwn(answers)}`, { answers });
  await expect.element(reason()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Upload New Version' })).toBeVisible();
  await checkAccessibility('update page, taken offline');
});

test('an administrator plays it, and sees the owner’s message', async ({ answers }) => {
  const starlight = someCard({
    name: 'Starlight',
    ...offline,
    fileName: 'game.zip',
    can: { play: true, ...may },
  });
  answers.answer(getApplication, appOf(starlight));
  await openPage(`/play/${starlight.id}`, { answers, user: { role: 'admin' } });
  await expect.element(reason()).toBeVisible();
  await expect.poll(() => document.querySelectorAll('iframe').length).toBe(1);
  await checkAccessibility('play page of an administrator, taken offline');
});
