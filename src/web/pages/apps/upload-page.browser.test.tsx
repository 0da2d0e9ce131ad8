import { page } from 'vitest/browser';
import { countApplications } from '#shared/apps/app-list.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { answerOrganizations } from '../../testing/answer-organizations.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { openPage } from '../../testing/open-page.tsx';
import { someSubscription } from '../../testing/samples/billing.ts';
import { someOwnOrganization } from '../../testing/samples/orgs.ts';
import { expect, test } from '../../testing/test.ts';

test('the upload form marks missing fields, and explains who sees a private application', async ({
  answers,
}) => {
  answers.answer(listUploads, []);
  answerOrganizations(answers, { organizations: [someOwnOrganization({ number: 2 })] });
  await openPage('/upload', { answers });
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await expect.element(page.getByText('Please select a file to upload').first()).toBeVisible();
  await expect
    .element(page.getByRole('checkbox', { name: 'Public' }))
    .toHaveAccessibleDescription(
      expect.stringMatching(
        /Otherwise only you, the members of its organization and people with the share link can play it\.$/,
      ),
    );
  await checkAccessibility('upload, with errors');
});

test('the upload page has no form if the plan allows no further application', async ({ answers }) => {
  answers.answer(listUploads, []);
  answers.answer(countApplications, { count: 1, exact: true });
  await openPage('/upload', { answers, subscriptions: [someSubscription({ tier: 'indie' })] });
  await expect
    .element(
      page
        .getByRole('status')
        .getByText(
          'You have reached your application limit! You can upload up to 1 applications with your Indie plan. You currently have 1 applications.',
        ),
    )
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'See plans' })).toBeVisible();
  await expect.element(page.getByRole('form')).not.toBeInTheDocument();
  await checkAccessibility('upload at the limit');
});
