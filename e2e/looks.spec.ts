import type { Locator, Page } from '@playwright/test';
import { build, publish } from './account.ts';
import { execute } from './database.ts';
import { createOrganization } from './organizations.ts';
import { expect, test } from './server.ts';
import { fillUploadForm, publishByApi, signIn } from './steps.ts';
import { hold } from './uploading.ts';

const topOf = async (part: Locator) => (await part.boundingBox())?.y;

test('what cards have below their descriptions stands on one line in a row, whatever is above it', async ({
  page,
}) => {
  await signIn(page, 'cards@example.test', 'Carla', { plan: 'pro' });
  const descriptions = ['', 'Caves.', 'Through the caves and out again, by lamp and rope. '.repeat(4)];
  for (const [index, description] of descriptions.entries()) {
    const form = { name: `Cave ${index}`, isPublic: 'true', description, build: build('cave') };
    expect((await publishByApi(page, form)).status).toBe(200);
  }
  await page.goto('/?filter=my-apps&view=grid');
  const links = page.getByRole('button', { name: /^Copy share link of/ });
  await expect(links).toHaveCount(3);
  await expect(page.getByText('Caves.', { exact: true })).toBeVisible();
  const tops = await Promise.all([0, 1, 2].map((index) => topOf(links.nth(index))));
  // Of one row of the grid.
  expect(new Set(tops.map((top) => Math.round(top ?? 0))).size, tops.join()).toBe(1);
});

test('while a form is sent its labels are as dim as its fields', async ({ page }) => {
  await signIn(page, 'dim@example.test', 'Dina', { plan: 'indie' });
  await fillUploadForm(page, { file: build('dim'), name: 'Dim' });
  const labels = ['Build file', 'Name', 'Description', 'Organization', 'Public', 'Theme', 'Thumbnail'];
  const label = (text: string) =>
    page
      .getByRole('main')
      .getByText(new RegExp(`^${text}(Optional)?$`))
      .first();
  for (const text of labels) await expect(label(text), text).toHaveCSS('opacity', '1');
  await hold(page, '**/api/uploads*', 'POST');
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await expect(page.getByLabel('Name')).toBeDisabled();
  for (const text of labels) await expect(label(text), text).toHaveCSS('opacity', '0.6');
});

/** What the region shows at the foot of what it holds. */
const foot = (region: Locator) =>
  region.evaluate((it) => {
    const { position, backgroundImage, pointerEvents } = getComputedStyle(it, '::after');
    return { position, fades: backgroundImage.includes('gradient'), pointerEvents };
  });

async function fillWithMembers(page: Page, run: (sql: string) => Promise<unknown>): Promise<void> {
  const id = await createOrganization(page, { name: 'Crew' });
  await run(`with people as (
      insert into users (id, email, email_verified, username)
      select rpad('crew' || translate(n::text, '0189', 'zyxw'), 26, 'a'), 'crew-' || n || '@example.test', true, 'Crew ' || n
      from generate_series(1, 12) n returning id)
    insert into organization_members (organization_id, user_id, role, joined_at)
    select '${id}', id, 'member', now() from people`);
}

test('a list that scrolls by itself fades out where there is more, and nothing of its last line is lost', async ({
  page,
  flux,
}) => {
  await signIn(page, 'fade@example.test', 'Fay');
  await fillWithMembers(page, (sql) => execute(flux, sql));
  await page.goto('/organizations');
  await page.getByRole('button', { name: 'Manage Crew' }).click();
  const members = page.getByRole('dialog').getByRole('region', { name: 'Members' });
  await expect(members.getByRole('listitem')).toHaveCount(13);
  expect(await foot(members)).toEqual({ position: 'sticky', fades: true, pointerEvents: 'none' });
  // At its end what fades lies below the last line.
  await members.evaluate((it) => it.scrollTo(0, it.scrollHeight));
  const gap = () =>
    members.evaluate((it) => {
      const last = it.querySelector('li:last-child')?.getBoundingClientRect().bottom ?? 0;
      return it.getBoundingClientRect().bottom - last;
    });
  await expect.poll(gap).toBeGreaterThanOrEqual(31);
});

test('every page begins with a head of the same size, as far from its edge and from what follows', async ({
  page,
}) => {
  await signIn(page, 'admin@flux.localhost', 'Mara');
  const heads = new Map<string, string>();
  for (const path of [
    '/',
    '/organizations',
    '/profile',
    '/faq',
    '/api',
    '/admin',
    '/admin/mails',
    '/storage',
  ]) {
    await page.goto(path);
    const title = page.getByRole('main').getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    const look = await title.evaluate((it) => {
      const { fontSize, fontWeight } = getComputedStyle(it);
      const { marginBottom } = getComputedStyle(it.parentElement?.parentElement ?? it);
      return [fontSize, fontWeight, marginBottom, `${it.getBoundingClientRect().top} from the top`].join(
        ', ',
      );
    });
    heads.set(path, look);
  }
  expect(new Set(heads.values()).size, JSON.stringify([...heads])).toBe(1);
});

test('a version that stands by itself is written alike on every page', async ({ page }) => {
  await signIn(page, 'admin@flux.localhost', 'Mara');
  const id = await publish(page, 'Numbered');
  for (const path of [
    '/?view=grid',
    '/?view=list',
    `/play/${id}`,
    `/update/${id}`,
    '/admin?tab=applications',
  ]) {
    await page.goto(path);
    const version = page.getByRole('main').getByText(/^v?1\.0\.0$/);
    await expect(version.first()).toBeVisible();
    expect(new Set(await version.allInnerTexts()), path).toEqual(new Set(['v1.0.0']));
  }
});
