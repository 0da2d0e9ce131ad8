import { page, userEvent } from 'vitest/browser';
import { listListedOrganizations } from '#shared/apps/app-list.ts';
import { getApplication } from '#shared/apps/apps.ts';
import { listStorageConfigs } from '#shared/storage/storage.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { listVersions } from '#shared/versions/versions.ts';
import { answerAdmin, openAdmin, root } from './testing/answer-admin.ts';
import { openBilling } from './testing/answer-billing.ts';
import { answerGallery } from './testing/answer-gallery.ts';
import { answerOrganizations } from './testing/answer-organizations.ts';
import { answerProfile } from './testing/answer-profile.ts';
import type { Answers } from './testing/answers.ts';
import { expectRing, expectRings } from './testing/focus-rings.ts';
import { press } from './testing/keys.ts';
import { openPage } from './testing/open-page.tsx';
import { getOpenApi, someOpenApi } from './testing/samples/api-docs.ts';
import { appOf, ownCard } from './testing/samples/apps.ts';
import { someOwnOrganization } from './testing/samples/orgs.ts';
import { amazon, someStorageConfig } from './testing/samples/storage.ts';
import { someVersion } from './testing/samples/versions.ts';
import { expect, test } from './testing/test.ts';

const card = ownCard({ name: 'Rings' });

/** One application with two versions, in an organization. */
function answerEverything(answers: Answers): void {
  answerGallery(answers, [card]);
  answers.answer(getApplication, appOf(card));
  answers.answer(listVersions, {
    success: true,
    versions: [someVersion({ isActive: true }), someVersion({ number: 3 })],
  });
  answers.answer(listUploads, []);
  answers.answer(listListedOrganizations, { items: [], nextCursor: null });
  answerOrganizations(answers, { organizations: [someOwnOrganization({ number: 2, name: 'Ring makers' })] });
  answerProfile(answers);
}

for (const path of ['/', '/subscriptions', '/faq', '/api'])
  test(`each focused element of ${path} has a visible ring for visitors`, async ({ answers }) => {
    answers.answer(getOpenApi, someOpenApi());
    await openBilling(path, { answers, user: null });
    await expectRings();
  });

for (const path of [
  '/?view=grid',
  '/?view=list',
  '/upload',
  `/update/${card.id}`,
  `/play/${card.id}`,
  '/organizations',
  '/profile',
])
  test(`each focused element of ${path} has a visible ring for creators`, async ({ answers }) => {
    answerEverything(answers);
    await openBilling(path, { answers });
    await expectRings();
  });

for (const path of [
  '/admin',
  '/admin?tab=organizations',
  '/admin?tab=applications',
  '/admin?tab=usage',
  '/admin/reports',
  '/admin/audit-log',
])
  test(`each focused element of ${path} has a visible ring`, async ({ answers }) => {
    await openAdmin(path, answers);
    await expectRings();
  });

test('each focused element of /storage has a visible ring', async ({ answers }) => {
  answerAdmin(answers);
  answers.answer(listStorageConfigs, [someStorageConfig({ isActive: true }), amazon()]);
  await openPage('/storage', { answers, user: root });
  await expectRings();
});

test('the button that starts a stopped game has a visible ring', async ({ answers }) => {
  answerEverything(answers);
  await openPage(`/play/${card.id}`, { answers });
  await page.getByRole('button', { name: 'Stop' }).click();
  const play = page.getByRole('button', { name: 'Play' }).first();
  await expect.element(play).toBeVisible();
  (play.element() as HTMLElement).focus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}');
  await expect.element(play).toHaveFocus();
  expectRing();
});

/** Each of the next entries has a visible ring. */
async function expectRingsDown(count: number): Promise<void> {
  for (let step = 0; step < count; step++) {
    expectRing();
    await userEvent.keyboard('{ArrowDown}');
  }
  await userEvent.keyboard('{Escape}');
}

test('each entry of menus, lists of options and the palette has a visible ring', async ({ answers }) => {
  answerEverything(answers);
  await openPage('/?view=grid', { answers });
  for (const name of [/^Account menu of/, /^Actions for/]) {
    await press(page.getByRole('button', { name }).first(), '{Enter}');
    await expect.element(page.getByRole('menuitem').first()).toHaveFocus();
    await expectRingsDown(5);
  }
  await press(page.getByRole('button', { name: /Organization/ }).first(), '{Enter}');
  await expect.element(page.getByRole('combobox', { name: /search by name/ })).toHaveFocus();
  await expect.element(page.getByRole('option').first()).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expectRingsDown(2);
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('option').first()).toBeVisible();
  await expectRingsDown(4);
});
