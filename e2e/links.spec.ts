import type { Locator } from '@playwright/test';
import { checkAccessibility } from './check-accessibility.ts';
import { expect, test } from './server.ts';
import { api, publishByApi, signIn } from './steps.ts';
import { makeVersionBuild } from './version-build.ts';

const address = `https://example.com/levels/${'long'.repeat(40)}?of=(them)`;
const deceiving = 'https://bank.example@evil.example/';

async function expectLink(link: Locator): Promise<void> {
  await expect(link).toHaveAttribute('href', address);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer');
  await expect(link).toHaveCSS('text-decoration-line', 'underline');
}

test('"URLs in creators\' texts are links, on server-rendered pages and in the version history"', async ({
  page,
}) => {
  await signIn(page, 'links@example.test', 'Linnea');
  const description = `Levels by others (${address}).\njavascript:alert(1) ${deceiving} \u202eend`;
  const fields = { name: 'Linked', isPublic: 'true', description, build: makeVersionBuild(1) };
  const { body: app, status } = await publishByApi(page, fields);
  expect(status, JSON.stringify(app)).toBe(200);
  const version = { changelog: `All of ${address}, now in colour`, build: makeVersionBuild(2) };
  const published = await api(page, 'POST', `/api/applications/${app.id}/versions`, version);
  expect(published.status, JSON.stringify(published.body)).toBe(200);
  const link = page.getByRole('main').getByRole('link', { name: address, exact: true });

  await page.goto(`/update/${app.id}`);
  await expectLink(link);

  await page.context().clearCookies();
  const drawn = await page.goto(`/play/${app.id}`);
  expect(await drawn?.text()).toContain('rel="nofollow ugc noopener noreferrer"');
  await expectLink(link);
  const words = page.getByText('Levels by others');
  expect(await words.evaluate((node) => node.textContent)).toBe(description);
  await expect(words.getByRole('link')).toHaveCount(1);
  await checkAccessibility(page, 'a description with a link');
});
