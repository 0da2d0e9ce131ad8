import { page, userEvent } from 'vitest/browser';
import { getUsage, getUsageHistory } from '#shared/admin/usage.ts';
import { answerAdmin, openAdmin, root } from '#web/testing/answer-admin.ts';
import { checkAccessibility } from '#web/testing/examine.ts';
import { openPage } from '#web/testing/open-page.tsx';
import { someDays, someUsage } from '#web/testing/samples/admin.ts';
import { expect, test } from '#web/testing/test.ts';

const address = '/admin?tab=usage';
const storage = () => page.getByRole('region', { name: 'Storage Usage' });
const refresh = () => page.getByRole('button', { name: 'Refresh Data' });

test('an empty Flux reports that, and Refresh Data shows new figures', async ({ answers }) => {
  answerAdmin(answers, {});
  answers.answer(getUsage, {
    ...someUsage,
    storage: { totalSize: '0 Bytes', totalBytes: 0, fileCount: 0, fileTypes: {}, lastUpdated: null },
    auth: { totalUsers: 1 },
  });
  await openPage(address, { answers, user: root });
  await expect.element(page.getByRole('heading', { name: 'Firebase Usage Statistics' })).toBeVisible();
  await expect.element(storage().getByText('0 Bytes')).toBeVisible();
  await expect.element(storage().getByText('Never')).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Firebase Auth' }))
    .toMatchTextContent(/OAuth Users\s*1$/);
  answers.answer(getUsage, {
    ...someUsage,
    storage: { ...someUsage.storage, fileTypes: { '.html': 1 } },
    firestore: { totalDocuments: 2, collections: { users: 1, applications: 1 } },
  });
  await refresh().click();
  await expect.element(storage().getByText('Files of versions by type', { exact: true })).toBeVisible();
  await expect.element(storage().getByRole('listitem')).toMatchTextContent(/^\.html\s*1$/);
  await expect.element(storage().getByText('0 Bytes')).not.toBeInTheDocument();
  await expect.element(storage().getByText('Never')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('region', { name: 'Firestore Usage' }).getByText(/^applications$/))
    .toBeVisible();
});

test('a loading message is shown until there are figures, and failures are silent', async ({ answers }) => {
  answerAdmin(answers);
  answers.refuse(getUsage, 'internal');
  await openPage(address, { answers, user: root });
  await expect.element(page.getByText('Loading Firebase usage statistics...')).toBeVisible();
  await expect.element(page.getByText(/^No data yet\./)).toBeVisible();
  await expect.element(page.getByRole('alert')).toHaveTextContent('');
  answers.answer(getUsage, someUsage);
  await refresh().click();
  await expect.element(storage()).toBeVisible();
  const asked = answers.calls(getUsage).length;
  answers.refuse(getUsage, 'internal');
  await refresh().click();
  await expect.poll(() => answers.calls(getUsage).length).toBeGreaterThan(asked);
  await expect.element(refresh()).toHaveAttribute('aria-disabled', 'false');
  await expect.element(storage()).toBeVisible();
  await expect.element(page.getByRole('alert')).toHaveTextContent('');
});

test('charts can be read by pointer, by keyboard and as tables', async ({ answers }) => {
  const days = someDays(30);
  const playsOf = (index: number) => String(days.at(index)?.plays);
  answerAdmin(answers);
  answers.answer(getUsageHistory, { days });
  await openPage(address, { answers, user: root });
  const plays = page.getByRole('region', { name: 'Plays', exact: true });
  const slider = plays.getByRole('slider');
  // The value is announced separately from its day.
  await expect.element(plays.getByRole('definition')).toHaveTextContent(playsOf(-1));
  await expect.element(plays.getByRole('term')).toMatchTextContent(/\d/);
  slider.element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect
    .element(slider)
    .toHaveAttribute('aria-valuetext', expect.stringMatching(new RegExp(`: ${playsOf(-2)}$`)));
  await expect.element(plays.getByRole('definition')).toHaveTextContent(playsOf(-2));
  await userEvent.keyboard('{Home}');
  await expect
    .element(slider)
    .toHaveAttribute('aria-valuetext', expect.stringMatching(new RegExp(`: ${playsOf(0)}$`)));
  const { width } = slider.element().getBoundingClientRect();
  await slider.hover({ position: { x: width * (10.5 / 30), y: 40 } });
  await expect.element(plays.getByRole('definition')).toHaveTextContent(playsOf(10));
  await plays.getByRole('button', { name: 'Table: Plays' }).click();
  await expect.element(plays.getByRole('row')).toHaveLength(31);
  await expect.element(plays.getByRole('row').nth(1)).toMatchTextContent(playsOf(-1));
  const users = page.getByRole('region', { name: 'Users', exact: true });
  users.getByRole('slider').element().focus();
  await userEvent.keyboard('{Home}');
  await expect.element(users).toMatchTextContent('Not known');
  await checkAccessibility('a table in the place of a chart');
  await page.getByLabelText('Period').selectOptions('Last 90 days');
  await expect.poll(() => location.search).toBe('?tab=usage&days=90');
});

test('background work is shown with its cost, savings and queue', async ({ answers }) => {
  await openAdmin(address, answers);
  const work = page.getByRole('region', { name: 'Background work' });
  await expect
    .element(work.getByRole('region', { name: 'Compression' }))
    .toMatchTextContent(/Jobs waiting12.*988 of 1,204/);
  await expect.element(work.getByRole('region', { name: 'Deltas' })).toMatchTextContent('12 GB');
  await expect.element(work.getByRole('listitem').first()).toMatchTextContent('Deltas of ');
  await expect.element(work.getByRole('listitem').first()).toMatchTextContent('Tried 4 times, next attempt ');
});
