import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getCounts, listAdminApplications, listAdminOrganizations, listUsers } from '#shared/admin/admin.ts';
import { getUsage } from '#shared/admin/usage.ts';
import { lineCount, openAdmin } from '../../testing/answer-admin.ts';
import type { Answers } from '../../testing/answers.ts';
import { slowClock } from '../../testing/clock.ts';
import { someUsage, someUser } from '../../testing/samples/admin.ts';
import { expect, test } from '../../testing/test.ts';

const asked = (answers: Answers) =>
  [listUsers, listAdminOrganizations, listAdminApplications, getUsage, getCounts].map(
    (endpoint) => answers.calls(endpoint).length,
  );

test('everything is refetched silently every 30 seconds', async ({ answers }) => {
  slowClock();
  const lists = await openAdmin('/admin', answers);
  await expect.poll(lineCount).toBe(6);
  await expect.poll(() => Math.min(...asked(answers))).toBeGreaterThan(0);
  const search = page.getByPlaceholder('Search users...');
  await search.click();
  lists.users?.unshift(someUser({ number: 22, username: 'Newest' }));
  const before = asked(answers);
  await vi.advanceTimersByTimeAsync(28_000);
  expect(asked(answers)).toEqual(before);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.element(page.getByRole('row', { name: 'Newest' })).toBeVisible();
  await expect.element(search).toHaveFocus();
  await expect.poll(() => asked(answers)).toEqual(before.map((count) => count + 1));
});

test('lists are not refreshed behind a dialog or in a hidden tab', async ({ answers }) => {
  slowClock();
  await openAdmin('/admin', answers);
  await expect.poll(lineCount).toBe(6);
  await page.getByRole('button', { name: 'Disable Grace Hopper' }).click();
  const reason = page.getByLabelText('Reason');
  await reason.fill('A reason that takes long');
  await expect.poll(() => Math.min(...asked(answers))).toBeGreaterThan(0);
  const before = asked(answers);
  await vi.advanceTimersByTimeAsync(65_000);
  expect(asked(answers)).toEqual(before);
  await expect.element(reason).toHaveValue('A reason that takes long');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(65_000);
  expect(asked(answers)).toEqual(before);
  visibility.mockRestore();
  await vi.advanceTimersByTimeAsync(31_000);
  await expect.poll(() => answers.calls(listUsers).length).toBeGreaterThan(before[0] ?? 0);
});

test('the Refresh Data icon spins for a click and not for an automatic refresh', async ({ answers }) => {
  slowClock();
  await openAdmin('/admin?tab=usage', answers);
  await expect.element(page.getByRole('heading', { name: 'Storage Usage' })).toBeVisible();
  const before = answers.calls(getUsage).length;
  const answer = answers.hold(getUsage, someUsage);
  const refresh = page.getByRole('button', { name: 'Refresh Data' });
  await vi.advanceTimersByTimeAsync(31_000);
  await expect.poll(() => answers.calls(getUsage).length).toBe(before + 1);
  await expect.element(refresh).toHaveAttribute('aria-disabled', 'false');
  await refresh.click();
  await expect.element(refresh).toHaveAttribute('aria-disabled', 'true');
  answer();
  await expect.element(refresh).toHaveAttribute('aria-disabled', 'false');
});
