import type { Browser, Locator, Page } from '@playwright/test';
import type { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import { expect } from './server.ts';
import { signIn } from './steps.ts';

/** Shared steps of tests about organizations. */

/** A user with a separate browser context. */
export async function personIn(
  browser: Browser,
  flux: FluxProcess,
  email: string,
  name: string,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: flux.url,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signIn(page, email, name);
  return page;
}

export async function send(
  page: Page,
  method: string,
  path: string,
  body: object = {},
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
): Promise<any> {
  const answer = await page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(path, method === 'GET' ? {} : { method, headers, body });
      return { ok: response.ok, body: await response.json() };
    },
    [method, path, JSON.stringify(body)] as const,
  );
  expect(answer, `${method} ${path}`).toMatchObject({ ok: true });
  return answer.body;
}

export async function createOrganization(page: Page, fields: object): Promise<string> {
  return (await send(page, 'POST', '/api/organizations', fields)).id;
}

/** Invites over the API, and accepts over the API in the other browser. */
export async function join(
  owner: Page,
  organizationId: string,
  joiner: { page: Page; email: string; role?: string },
): Promise<void> {
  const { page, email, role = 'member' } = joiner;
  await send(owner, 'PUT', '/api/organizations', {
    action: 'invite',
    organizationId,
    userEmail: email,
    role,
  });
  const { invitations } = await send(page, 'GET', '/api/invitations');
  for (const { id } of invitations) await send(page, 'POST', `/api/invitations/${id}/accept`);
}

export const rowOf = (page: Page, name: string): Locator => page.getByRole('listitem', { name, exact: true });

/** Chooses an item from the menu of an organization. */
export async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
