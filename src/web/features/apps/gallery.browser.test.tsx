import { page, userEvent } from 'vitest/browser';
import { answerGallery, cardLink, choose, countHeading } from '../../testing/answer-gallery.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { openPage } from '../../testing/open-page.tsx';
import { someone } from '../../testing/samples/accounts.ts';
import { ownCard, someCard } from '../../testing/samples/apps.ts';
import { expect, laptop, test } from '../../testing/test.ts';

const admin = { role: 'admin' } as const;
const search = () => page.getByPlaceholder('Search applications...');

const two = () => [
  ownCard({ number: 2, name: 'Velvet Mole' }),
  someCard({ number: 3, name: 'Comet Chaser', description: 'Round the sun and home again.' }),
];

test('the search term is in the address, and the number of hits is announced', async ({ answers }) => {
  answerGallery(answers, two());
  await openPage('/', { answers, user: admin });
  await expect.element(page.getByRole('heading', { name: 'Welcome to Flux' })).toBeVisible();
  await expect.element(countHeading(2)).toBeVisible();
  await expect.element(page.getByText('Your Plan Limits')).not.toBeInTheDocument();
  await search().fill('comet');
  await expect.element(cardLink('Velvet Mole')).not.toBeInTheDocument();
  await expect.element(cardLink('Comet Chaser')).toBeVisible();
  await expect.poll(() => location.search).toBe('?q=comet');
  await expect.element(countHeading(1)).toBeVisible();
  await expect.element(page.getByText('Applications found: 1', { exact: true })).toHaveRole('status');

  await search().fill('nothing has this');
  await expect.element(page.getByRole('heading', { name: 'No applications found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).first().click();
  await expect.element(cardLink('Velvet Mole')).toBeVisible();
  await expect.element(search()).toHaveValue('');
});

test('without room for a table its rows are stacked, and every name is visible', async ({ answers }) => {
  answerGallery(answers, two());
  await openPage('/', { answers, user: admin });
  await expect.element(page.getByRole('table')).toBeVisible();
  await page.viewport(800, laptop.height);
  await expect.element(page.getByRole('table')).not.toBeInTheDocument();
  await expect.element(cardLink('Velvet Mole')).toBeVisible();
});

test('a creator is chosen by keys, and Enter waits for the results', async ({ answers }) => {
  answerGallery(answers, two());
  await openPage('/', { answers, user: admin });
  await page.getByRole('button', { name: 'Filter by Creator' }).click();
  const field = page.getByRole('combobox', { name: /Filter by Creator/ });
  await field.fill('mar');
  await expect.element(page.getByRole('option', { name: 'Mara' })).toBeVisible();
  await expect.element(page.getByRole('listbox')).not.toHaveAttribute('aria-busy');
  // The key that ends an input method's composition does not count.
  const composed = new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
  field.element().dispatchEvent(composed);
  await expect.element(page.getByRole('listbox')).toBeVisible();
  expect(location.search).toBe('');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Filter by Creator: Mara' })).toBeVisible();
  expect(location.search).toBe(`?creator=${someone().id}`);
  await expect.element(cardLink('Comet Chaser')).not.toBeInTheDocument();

  await openPage(location.pathname + location.search, { answers, user: admin });
  await expect.element(page.getByRole('button', { name: 'Filter by Creator: Mara' })).toBeVisible();
});

test('the view is in the address, and remembered', async ({ answers }) => {
  answerGallery(answers, two());
  await openPage('/', { answers, user: admin });
  await page.getByRole('button', { name: 'Grid view' }).click();
  await expect.element(page.getByRole('table')).not.toBeInTheDocument();
  expect(location.search).toBe('?view=grid');
  expect(localStorage.getItem('viewMode')).toBe('grid');
  await openPage('/', { answers, user: admin });
  await expect
    .element(page.getByRole('button', { name: 'Grid view' }))
    .toHaveAttribute('aria-pressed', 'true');
});

for (const [who, card, items] of [
  ['who may play it', someCard, ['Play', 'Share…']],
  ['who may change it', ownCard, ['Play', 'Share…', 'Update', 'Edit', 'Delete']],
] as const)
  test(`the menu of an application offers ${who} the permitted actions`, async ({ answers }) => {
    answerGallery(answers, [card({ name: 'Lighthouse' })]);
    await openPage('/', { answers });
    await page.getByRole('button', { name: 'Actions for Lighthouse', exact: true }).click();
    await expect.element(page.getByRole('menuitem').first()).toBeVisible();
    const shown = page.getByRole('menuitem').elements();
    expect(shown.map(({ textContent }) => textContent)).toEqual(items);
  });

const lighthouse = () =>
  ownCard({
    name: 'Lighthouse',
    description: 'A quiet game about a keeper, a lamp and ships. '.repeat(8),
  });

/** A name of the maximum length, in two words. */
const longest = `Lighthouse ${'W'.repeat(109)}`;

for (const view of ['grid', 'list'])
  test(`the gallery is accessible as ${view}, also with the longest name`, async ({ answers }) => {
    answerGallery(answers, [lighthouse(), ownCard({ number: 3, name: longest })]);
    await openPage(`/?q=lighthouse&sort=name&view=${view}`, { answers });
    await expect.element(cardLink('Lighthouse')).toBeVisible();
    await expect.element(cardLink(longest)).toBeVisible();
    await checkAccessibility(`home as ${view}`);
  });

test('its dialogs are accessible', async ({ answers }) => {
  answerGallery(answers, [lighthouse()]);
  await openPage('/?q=lighthouse', { answers });
  await page.getByRole('button', { name: 'Filter by Creator' }).click();
  await expect.element(page.getByRole('option', { name: 'Mara' })).toBeVisible();
  await checkAccessibility('filter by creator');
  await userEvent.keyboard('{Escape}');
  await choose('Lighthouse', 'Edit');
  await expect.element(page.getByRole('dialog', { name: 'Edit application' })).toBeVisible();
  await checkAccessibility('edit');
  await userEvent.keyboard('{Escape}');
  await choose('Lighthouse', 'Share…');
  await expect.element(page.getByLabelText('Embed code')).toBeVisible();
  await checkAccessibility('share');
});
