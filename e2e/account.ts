import type { Page } from '@playwright/test';
import { makeZip } from '../fixtures/zip.ts';
import type { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { execute } from './database.ts';
import { expect } from './server.ts';
import { publishByApi } from './steps.ts';

/** Shared steps of tests about an account. */

export const build = (text: string) => ({
  name: `${text}.zip`,
  mimeType: 'application/zip',
  buffer: makeZip([{ name: 'index.html', data: `<!doctype html><title>Game</title><p>${text}` }]),
});

export async function publish(
  page: Page,
  name: string,
  { file = build('game'), isPublic = true } = {},
): Promise<string> {
  const fields = { name, isPublic: String(isPublic), build: file };
  const { status, body } = await publishByApi(page, fields);
  expect(status).toBe(200);
  return body.id;
}

export async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile');
  await expect(page.getByText('This device')).toBeVisible();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();
}

export const section = (page: Page, name: string) => page.getByRole('region', { name });

/** Sets the sign-in times of all sessions back, so that the next action needs a fresh sign-in. */
export async function ageSessions(flux: FluxProcess): Promise<void> {
  await execute(flux, `update sessions set authenticated_at = authenticated_at - interval '11 minutes'`);
}
