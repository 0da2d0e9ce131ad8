import { page, userEvent } from 'vitest/browser';
import { getApplication } from '#shared/apps/apps.ts';
import { getOffline } from '#shared/billing/offline.ts';
import { changeMembership } from '#shared/orgs/orgs.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { listVersions } from '#shared/versions/versions.ts';
import { openBilling } from '#web/testing/answer-billing.ts';
import { answerGallery } from '#web/testing/answer-gallery.ts';
import { answerOrganizations } from '#web/testing/answer-organizations.ts';
import type { Answers } from '#web/testing/answers.ts';
import { checkAccessibility } from '#web/testing/examine.ts';
import { appOf, ownCard } from '#web/testing/samples/apps.ts';
import { daysAgo } from '#web/testing/samples/ids.ts';
import { someOwnOrganization } from '#web/testing/samples/orgs.ts';
import { someVersion } from '#web/testing/samples/versions.ts';
import { expect, test } from '#web/testing/test.ts';

const closed = { edit: false, delete: true, approve: false, share: false };
const moonlight = ownCard({
  name: 'Moonlight',
  isOffline: true,
  isPublic: false,
  wantsPublic: true,
  shareUrl: null,
  shareLink: null,
  can: { ...closed, play: false, update: false },
});
const inside = {
  ...{ lookInside: true, edit: false, delete: true, leave: false, inviteAs: [] },
  ...{ manageMembers: false, upload: false, approve: false, handOver: false },
};
const studio = someOwnOrganization({
  number: 2,
  name: 'Studio',
  isOffline: true,
  applications: 1,
  can: inside,
});

/** A page of an account whose plan has just ended. */
async function openOffline(path: string, answers: Answers): Promise<void> {
  answers.answer(getOffline, {
    offline: { since: daysAgo(0), deletionAt: daysAgo(-30), applications: 1, organizations: 1 },
  });
  answerGallery(answers, [moonlight]);
  answers.answer(getApplication, appOf(moonlight));
  answers.answer(listUploads, []);
  answers.answer(listVersions, {
    success: true,
    versions: [
      someVersion({
        isActive: true,
        can: { activate: false, delete: false, approve: false },
      }),
    ],
  });
  answerOrganizations(answers, {
    organizations: [
      studio,
      someOwnOrganization({
        number: 3,
        name: 'Workshop',
        isOffline: true,
        role: 'member',
        can: { ...inside, lookInside: false, delete: false, leave: true },
      }),
    ],
  });
  await openBilling(path, { answers, subscriptions: [] });
  const redirect = page.getByRole('alert').filter({ hasText: 'Your subscription has ended' });
  await redirect.getByRole('button', { name: 'Cancel' }).click();
}

test('offline applications and their download are accessible to their owner', async ({ answers }) => {
  await openOffline('/?filter=my-apps', answers);
  const banner = page.getByRole('region', { name: 'Offline' });
  await expect.element(banner).toMatchTextContent('30 days left until data deletion.');
  await expect.element(banner).toMatchTextContent('1 application and 1 organization are offline');
  await expect
    .element(page.getByText(/^Download your applications before .+, when they are permanently deleted/))
    .toBeVisible();
  await expect.element(page.getByText('No active subscription')).toBeVisible();
  expect(page.getByRole('link', { name: 'Choose a Plan' }).elements()).toHaveLength(1);
  expect(page.getByRole('link', { name: 'Upload Your App' }).elements()).toEqual([]);
  const list = page.getByRole('main');
  await expect.element(list.getByText('Offline', { exact: true })).toBeVisible();
  expect(list.getByRole('link', { name: 'Play Moonlight', exact: true }).elements()).toEqual([]);
  await expect.element(list.getByRole('link', { name: 'Download Moonlight', exact: true })).toBeVisible();
  await checkAccessibility('My Applications, offline');
  await page.getByRole('button', { name: 'Actions for Moonlight', exact: true }).click();
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  const items = page.getByRole('menuitem').elements();
  expect(items.map(({ textContent }) => textContent)).toEqual(['Version History', 'Delete']);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menuitem').first()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Download Your Apps' }).click();
  const help = page.getByRole('dialog', { name: 'Download Your Apps' });
  await expect.element(help).toMatchTextContent('when your subscription ended');
  await expect.element(help.getByRole('link', { name: 'Choose a Plan' })).toBeVisible();
  await checkAccessibility('Download Your Apps, offline');
  await help.getByRole('button', { name: 'Got it' }).click();
  await expect.element(help).not.toBeInTheDocument();
});

for (const [name, path] of [
  ['the play page', `/play/${moonlight.id}`],
  ['the update page', `/update/${moonlight.id}`],
] as const)
  test(`${name} is accessible to the owner of an offline application`, async ({ answers }) => {
    await openOffline(path, answers);
    await expect.element(page.getByText('This application is offline')).toBeVisible();
    await checkAccessibility(`${name}, offline`);
  });

test('the owner of an offline application can neither play, preview nor edit it', async ({ answers }) => {
  await openOffline(`/play/${moonlight.id}`, answers);
  const main = page.getByRole('main');
  await expect.element(main.getByRole('link', { name: 'Choose a Plan' })).toBeVisible();
  expect(document.querySelector('iframe')).toBeNull();
  await main.getByRole('link', { name: 'Download versions' }).click();
  await expect.poll(() => location.pathname + location.hash).toBe(`/update/${moonlight.id}#versions`);
  await expect.element(page.getByText('This application is offline')).toBeVisible();
  expect(page.getByRole('button', { name: 'Update Details' }).elements()).toEqual([]);
  expect(page.getByRole('link', { name: /^Preview/ }).elements()).toEqual([]);
});

test('a member leaves an offline organization', async ({ answers }) => {
  await openOffline('/organizations', answers);
  const row = page.getByRole('listitem', { name: 'Workshop' });
  await expect.element(row).toBeVisible();
  const buttons = row.getByRole('button').elements();
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Leave']);
  await row.getByRole('button', { name: 'Leave Workshop' }).click();
  answerOrganizations(answers, { organizations: [studio] });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect.element(row).not.toBeInTheDocument();
  expect(answers.calls(changeMembership)[0]?.body).toMatchObject({ action: 'remove' });
});

test('offline organizations are accessible to owners and members, and so is their deletion', async ({
  answers,
}) => {
  await openOffline('/organizations', answers);
  const row = page.getByRole('listitem', { name: 'Studio' });
  await expect.element(row.getByText('Offline', { exact: true })).toBeVisible();
  await expect.element(row.getByRole('link', { name: 'Choose a Plan' })).toBeVisible();
  expect(row.getByRole('button', { name: 'Invite to Studio' }).elements()).toEqual([]);
  await expect
    .element(page.getByRole('listitem', { name: 'Workshop' }))
    .toMatchTextContent('The subscription of its owner has ended');
  await checkAccessibility('organizations, offline');
  await page.getByRole('button', { name: 'Actions for Studio' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await userEvent.keyboard('{End}{Enter}');
  const deletion = page.getByRole('dialog', { name: /delete organization "Studio"\?$/ });
  const move = deletion.getByRole('radio', { name: 'Move them to another organization' });
  await expect.element(move).toBeDisabled();
  await expect.element(deletion).toMatchTextContent('they are offline. Choose a plan before you move them.');
  await expect.element(deletion.getByRole('radio', { name: 'Delete them too' })).toBeEnabled();
  await checkAccessibility('an organization that is offline, about to be deleted');
});
