import { vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { getApplication } from '#shared/apps/apps.ts';
import { getPaymentSettings, listProducts } from '#shared/billing/payments.ts';
import { listStorageConfigs } from '#shared/storage/storage.ts';
import { listUploads } from '#shared/versions/uploads.ts';
import { answerAdmin, root } from './testing/answer-admin.ts';
import { answerGallery } from './testing/answer-gallery.ts';
import { answerOrganizations } from './testing/answer-organizations.ts';
import { answerProfile } from './testing/answer-profile.ts';
import { answerUpdate } from './testing/answer-update.ts';
import { fakeUploads, somePage } from './testing/fake-sending.ts';
import { openPage } from './testing/open-page.tsx';
import { getOpenApi, someOpenApi } from './testing/samples/api-docs.ts';
import { appOf, ownCard } from './testing/samples/apps.ts';
import { somePaymentSettings } from './testing/samples/billing.ts';
import { someMember, someOwnOrganization } from './testing/samples/orgs.ts';
import { someVersion } from './testing/samples/versions.ts';
import { expect, test } from './testing/test.ts';

vi.mock(import('./features/uploads/send-file.ts'), { spy: true });

test('the parts below the descriptions of cards align in each row', async ({ answers }) => {
  const descriptions = ['', 'Caves.', 'Through the caves and out again, by lamp and rope. '.repeat(4)];
  answerGallery(
    answers,
    descriptions.map((description, index) =>
      ownCard({ number: index + 2, name: `Cave ${index}`, description }),
    ),
  );
  await openPage('/?filter=my-apps&view=grid', { answers });
  await expect.element(page.getByText('Caves.', { exact: true })).toBeVisible();
  const links = page.getByRole('button', { name: /^Copy share link of/ }).elements();
  expect(links).toHaveLength(3);
  const tops = links.map((link) => Math.round(link.getBoundingClientRect().top));
  expect(new Set(tops).size, tops.join()).toBe(1);
});

test('while a form is sent its labels are as dim as its fields', async ({ answers }) => {
  const begun = fakeUploads();
  answers.answer(listUploads, []);
  answerOrganizations(answers, { organizations: [someOwnOrganization({ number: 2 })] });
  await openPage('/upload', { answers });
  await page.getByLabelText('Build file').upload(somePage('dim.html'));
  await page.getByLabelText('Name').fill('Dim');
  const labels = ['Build file', 'Name', 'Description', 'Organization', 'Public', 'Theme', 'Thumbnail'];
  const expectOpacity = async (opacity: string) => {
    for (const text of labels) {
      const label = page.getByRole('main').getByText(new RegExp(`^${text}(Optional)?$`));
      await expect.element(label.first(), { message: text }).toHaveStyle({ opacity });
    }
  };
  await expectOpacity('1');
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await expect.poll(() => begun.length).toBe(1);
  await expect.element(page.getByLabelText('Name')).toBeDisabled();
  await expectOpacity('0.6');
});

/** The visible end of the region's content. */
function endOf(region: Locator) {
  const { position, backgroundImage, pointerEvents } = getComputedStyle(region.element(), '::after');
  return { position, fades: backgroundImage.includes('gradient'), pointerEvents };
}

test('a scrollable list fades at the end if there is more, and its last line is readable', async ({
  answers,
}) => {
  const crew = someOwnOrganization({ number: 2, name: 'Crew' });
  const members = Array.from({ length: 12 }, (_, index) => someMember({ number: index + 20 }));
  answerOrganizations(answers, { organizations: [crew], members });
  await openPage('/organizations', { answers });
  await page.getByRole('button', { name: 'Manage Crew' }).click();
  const region = page.getByRole('dialog').getByRole('region', { name: 'Members' });
  await expect.poll(() => region.getByRole('listitem').elements().length).toBe(13);
  expect(endOf(region)).toEqual({ position: 'sticky', fades: true, pointerEvents: 'none' });
  // At its end the fade is below the last line.
  const element = region.element();
  element.scrollTo(0, element.scrollHeight);
  const gap = () => {
    const last = element.querySelector('li:last-child')?.getBoundingClientRect().bottom ?? 0;
    return element.getBoundingClientRect().bottom - last;
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(31);
});

test('every page has a header of the same size and spacing', async ({ answers }) => {
  answerAdmin(answers);
  answerProfile(answers);
  answerOrganizations(answers);
  answers.answer(getOpenApi, someOpenApi());
  answers.answer(getPaymentSettings, somePaymentSettings());
  answers.answer(listProducts, []);
  answers.answer(listStorageConfigs, []);
  const heads = new Map<string, string>();
  const paths = [
    '/',
    '/organizations',
    '/profile',
    '/faq',
    '/api',
    '/admin',
    '/admin/mails',
    '/storage',
  ] as const;
  for (const path of paths) {
    await openPage(path, { answers, user: root });
    const title = page.getByRole('main').getByRole('heading', { level: 1 });
    await expect.element(title).toBeVisible();
    const element = title.element();
    const { fontSize, fontWeight } = getComputedStyle(element);
    const { marginBottom } = getComputedStyle(element.parentElement?.parentElement ?? element);
    const top = element.getBoundingClientRect().top + window.scrollY;
    heads.set(path, [fontSize, fontWeight, marginBottom, `${top} from the top`].join(', '));
  }
  expect(new Set(heads.values()).size, JSON.stringify([...heads])).toBe(1);
});

test('a version tag has the same format on every page', async ({ answers }) => {
  const card = ownCard({ name: 'Numbered', version: '1.0.0' });
  const lists = answerAdmin(answers);
  for (const app of lists.applications ?? []) app.version = '1.0.0';
  answerGallery(answers, [card]);
  answerUpdate(answers, { versions: [someVersion({ version: '1.0.0', isActive: true })] });
  answers.answer(getApplication, appOf(card));
  for (const path of [
    '/?view=grid',
    '/?view=list',
    `/play/${card.id}`,
    `/update/${card.id}`,
    '/admin?tab=applications',
  ]) {
    await openPage(path, { answers, user: root });
    const version = page.getByRole('main').getByText(/^v?1\.0\.0$/);
    await expect.element(version.first()).toBeVisible();
    const written = version.elements().map((element) => (element as HTMLElement).innerText);
    expect(new Set(written), path).toEqual(new Set(['v1.0.0']));
  }
});
