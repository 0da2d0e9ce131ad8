import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { checkAccessibility } from '../../testing/examine.ts';
import { press } from '../../testing/keys.ts';
import { openPage } from '../../testing/open-page.tsx';
import { getOpenApi, someOpenApi } from '../../testing/samples/api-docs.ts';
import { expect, test } from '../../testing/test.ts';

const part = (id: string) => page.getByRole('main').element().querySelector<HTMLDetailsElement>(`#${id}`);
const summaryOf = (id: string) => part(id)?.querySelector('summary');

test('the address of an endpoint opens it, and its types link to their descriptions', async ({ answers }) => {
  answers.answer(getOpenApi, someOpenApi());
  await openPage('/api#getApplication', { answers, user: null });
  await expect.poll(() => summaryOf('getApplication')?.matches(':focus')).toBe(true);
  expect(part('getApplication')?.open).toBe(true);
  await expect.element(page.elementLocator(summaryOf('getApplication') as HTMLElement)).toBeInViewport();
  await page
    .elementLocator(part('getApplication') as HTMLElement)
    .getByRole('link', { name: 'Application' })
    .click();
  await expect.poll(() => part('type-Application')?.open).toBe(true);
  await expect.element(page.getByText('thumbnailLargeUrl')).toBeVisible();
  history.back();
  await expect.poll(() => location.hash).toBe('#getApplication');
});

test('the keyboard opens an endpoint and copies its example', async ({ answers }) => {
  answers.answer(getOpenApi, someOpenApi());
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openPage('/api', { answers, user: null });
  await expect.element(page.getByRole('heading', { name: 'Applications' })).toBeVisible();
  summaryOf('listApplications')?.focus();
  await userEvent.keyboard('{Enter}');
  const call = page.elementLocator(part('listApplications') as HTMLElement);
  await press(call.getByRole('button', { name: 'Copy the example' }), '{Enter}');
  await expect.element(call.getByText('Copied!')).toBeInTheDocument();
  expect(write).toHaveBeenCalledExactlyOnceWith(`curl ${location.origin}/api/applications`);
});

test('the API page is accessible with closed and open endpoints', async ({ answers }) => {
  answers.answer(getOpenApi, someOpenApi());
  await openPage('/api', { answers, user: null });
  await expect.element(page.getByRole('heading', { name: 'Applications' })).toBeVisible();
  await checkAccessibility('the API');
  for (const call of page.getByRole('main').element().querySelectorAll('details')) call.open = true;
  await checkAccessibility('the API, with open calls');
});

test('the API page reports a failed load, and retries', async ({ answers }) => {
  answers.refuse(getOpenApi, 'internal', { error: 'It broke.' });
  await openPage('/api', { answers, user: null });
  await expect.element(page.getByRole('alert')).toMatchTextContent('It broke.');
  await checkAccessibility('the API, which could not be fetched');
  answers.answer(getOpenApi, someOpenApi());
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Applications' })).toBeVisible();
});
