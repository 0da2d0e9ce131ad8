import { page, userEvent } from 'vitest/browser';
import { listUploads } from '#shared/versions/uploads.ts';
import { answerOrganizations } from '../../testing/answer-organizations.ts';
import { answerUpdate } from '../../testing/answer-update.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { openPage } from '../../testing/open-page.tsx';
import { someOwnOrganization } from '../../testing/samples/orgs.ts';
import { expect, test } from '../../testing/test.ts';

const description = page.getByLabelText('Description', { exact: false });
const counter = page.getByRole('form').getByText(/characters? (left|over)/);

test('the remaining length of a text is announced when it is short, without moving anything', async ({
  answers,
}) => {
  const said: string[] = [];
  const observer = new MutationObserver(() => {
    const text = document.querySelector('body > [aria-live]')?.textContent;
    if (text && text !== said.at(-1)) said.push(text);
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
  answers.answer(listUploads, []);
  answerOrganizations(answers, { organizations: [someOwnOrganization({ number: 2 })] });
  await openPage('/upload', { answers });
  // The final height of the field, so that only the counter could move the content below.
  await description.fill('a'.repeat(4_500));
  expect(counter.elements()).toEqual([]);
  const below = page.getByRole('checkbox', { name: 'Public' }).element();
  const place = below.getBoundingClientRect().top;
  await description.fill('a'.repeat(4_501));
  await userEvent.keyboard('{End}bc');
  await expect.element(counter).toHaveTextContent('497 of 5,000 characters left');
  await expect.element(description).toHaveAccessibleDescription('At most 5,000 characters');
  expect(below.getBoundingClientRect().top).toBe(place);
  // One announcement, not one for each key.
  await expect.poll(() => said).toEqual(['499 of 5,000 characters left']);
  await checkAccessibility('a field with little left');

  await description.fill('a'.repeat(5_003));
  await expect.element(counter).toHaveTextContent('3 characters over the limit of 5,000');
  await expect.poll(() => said.at(-1)).toBe('3 characters over the limit of 5,000');
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await expect.element(page.getByText('Please keep the description under 5,000 characters')).toBeVisible();
  await expect.element(counter).toBeVisible();
  await checkAccessibility('a field with too much in it');

  await description.fill('Jump over it.');
  await expect.element(counter).not.toBeInTheDocument();
  // Spaces around a name are trimmed, so they do not count.
  await page.getByLabelText('Name', { exact: true }).fill(`  ${'🎮'.repeat(119)}  `);
  await expect.element(counter).toHaveTextContent('1 of 120 characters left');
  observer.disconnect();
});

test('the remaining length is shown for a restored draft, and hidden for a discarded one', async ({
  answers,
}) => {
  const address = answerUpdate(answers);
  await openPage(address, { answers });
  await description.fill('a'.repeat(4_600));
  await openPage(address, { answers });
  await expect.element(counter).toHaveTextContent('400 of 5,000 characters left');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(counter).not.toBeInTheDocument();
});
