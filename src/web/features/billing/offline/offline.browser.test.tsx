import { page, userEvent } from 'vitest/browser';
import { getApplication } from '#shared/apps.ts';
import { getOffline } from '#shared/offline.ts';
import { listUploads } from '#shared/uploads.ts';
import { listVersions } from '#shared/versions.ts';
import { openBilling } from '../../../testing/answer-billing.ts';
import { answerGallery } from '../../../testing/answer-gallery.ts';
import { answerOrganizations } from '../../../testing/answer-organizations.ts';
import type { Answers } from '../../../testing/answers.ts';
import { examine } from '../../../testing/examine.ts';
import { appOf, ownCard } from '../../../testing/samples/apps.ts';
import { daysAgo } from '../../../testing/samples/ids.ts';
import { someOwnOrganization } from '../../../testing/samples/orgs.ts';
import { someVersion } from '../../../testing/samples/versions.ts';
import { expect, test } from '../../../testing/test.ts';

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

/** A page of somebody whose plan has ended a moment ago. */
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

test('one’s own applications and their download are accessible while they are offline', async ({
  answers,
}) => {
  await openOffline('/?filter=my-apps', answers);
  const banner = page.getByRole('region', { name: 'Offline' });
  await expect.element(banner).toMatchTextContent('30 days left until data deletion.');
  await expect.element(page.getByRole('main').getByText('Offline', { exact: true })).toBeVisible();
  await examine('My Applications, offline');
  await page.getByRole('button', { name: 'Download Your Apps' }).click();
  const help = page.getByRole('dialog', { name: 'Download Your Apps' });
  await expect.element(help).toMatchTextContent('when your subscription ended');
  await examine('Download Your Apps, offline');
});

for (const [name, path] of [
  ['the play page', `/play/${moonlight.id}`],
  ['the update page', `/update/${moonlight.id}`],
] as const)
  test(`${name} is accessible to the owner of an offline application`, async ({ answers }) => {
    await openOffline(path, answers);
    await expect.element(page.getByText('This application is offline')).toBeVisible();
    await examine(`${name}, offline`);
  });

test('offline organizations are accessible to owners and members, and so is their deletion', async ({
  answers,
}) => {
  await openOffline('/organizations', answers);
  const row = page.getByRole('listitem', { name: 'Studio' });
  await expect.element(row.getByText('Offline', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('listitem', { name: 'Workshop' }))
    .toMatchTextContent('The subscription of its owner has ended');
  await examine('organizations, offline');
  await page.getByRole('button', { name: 'Actions for Studio' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await userEvent.keyboard('{End}{Enter}');
  const deletion = page.getByRole('dialog', { name: /delete organization "Studio"\?$/ });
  const move = deletion.getByRole('radio', { name: 'Move them to another organization' });
  await expect.element(move).toBeDisabled();
  await examine('an organization that is offline, about to be deleted');
});
