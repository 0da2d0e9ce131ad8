import { page, userEvent } from 'vitest/browser';
import { getApplication, listApplications, renewShareKey } from '#shared/apps/apps.ts';
import type { Answers } from '../../testing/answers.ts';
import { openPage } from '../../testing/open-page.tsx';
import { appOf, ownCard } from '../../testing/samples/apps.ts';
import { expect, test } from '../../testing/test.ts';

const left = ownCard({ number: 2, name: 'Left Door', isPublic: false });
const right = ownCard({ number: 3, name: 'Right Door' });

async function openOwn(answers: Answers): Promise<void> {
  answers.answer(listApplications, { items: [left, right], nextCursor: null });
  answers.answer(getApplication, ({ params }) => appOf(params.id === left.id ? left : right));
  await openPage('/?view=grid&filter=my-apps', { answers });
}

async function choose(name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const share = page.getByRole('dialog', { name: 'Share Left Door' });

test('a response that arrives after its dialog closed opens nothing over another one', async ({
  answers,
}) => {
  await openOwn(answers);
  const answer = answers.hold(renewShareKey, { success: true, shareUrl: 'http://flux.localhost/new' });
  await choose('Left Door', 'Share…');
  await share.getByRole('button', { name: 'Renew link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew link' }).click();
  await share.getByRole('button', { name: 'Close dialog' }).click();
  await expect.element(share).not.toBeInTheDocument();
  await choose('Right Door', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit application' });
  await edit.getByLabelText('Name').fill('Wrong Door');
  answer();
  await expect.element(page.getByText(/There is a new share link/)).toBeVisible();
  await expect.element(edit.getByLabelText('Name')).toHaveValue('Wrong Door');
  expect(share.elements()).toEqual([]);
});

test('a link is copied out of a dialog over plain http too', async ({ answers }) => {
  // The browser limits its Clipboard API to https and localhost.
  const kept = Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard');
  Reflect.deleteProperty(Navigator.prototype, 'clipboard');
  const copiedFrom: (string | undefined)[] = [];
  const note = () => void copiedFrom.push(document.activeElement?.tagName);
  document.addEventListener('copy', note);
  await openOwn(answers);
  await choose('Left Door', 'Share…');
  const copy = share.getByRole('button', { name: 'Copy share link' });
  await copy.click();
  await expect.element(share.getByRole('button', { name: 'Copied!' })).toHaveFocus();
  // Chromium copies the selection wherever the focus is, others only there.
  expect(copiedFrom).toEqual(['TEXTAREA']);
  document.removeEventListener('copy', note);
  if (kept) Object.defineProperty(Navigator.prototype, 'clipboard', kept);
  await userEvent.keyboard('{Escape}');
  const search = page.getByPlaceholder('Search applications...');
  await search.click();
  await userEvent.paste();
  await expect.element(search).toHaveValue(String(left.shareUrl));
});
