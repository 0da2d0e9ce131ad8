import { onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getApplication, updateApplication } from '#shared/apps/apps.ts';
import type { Answers } from '../../testing/answers.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { openPage } from '../../testing/open-page.tsx';
import { appOf, ownCard } from '../../testing/samples/apps.ts';
import { expect, test } from '../../testing/test.ts';

const takeFrame = () => page.getByRole('button', { name: 'Use this frame as thumbnail' });
const dialog = () => page.getByRole('dialog', { name: 'Choose a thumbnail' });
const current = () => page.getByRole('img', { name: 'The current thumbnail' });
const useIt = () => dialog().getByRole('button', { name: 'Use as thumbnail' });

async function picture(): Promise<File> {
  const canvas = new OffscreenCanvas(8, 6);
  canvas.getContext('2d')?.fillRect(0, 0, 8, 6);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'screenshot.png', {
    type: 'image/png',
  });
}

/** Until the end of the test the browser captures with this function. */
function fakeDevices(devices: object): void {
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));
}

async function openOwn(answers: Answers) {
  const card = ownCard({ name: 'Vanilla' });
  answers.answer(getApplication, appOf(card));
  await openPage(`/play/${card.id}`, { answers });
  await expect.element(takeFrame()).toBeEnabled();
  return card;
}

for (const [what, words, getDisplayMedia] of [
  [
    'refuses',
    'Allow it when your browser asks',
    () => Promise.reject(new DOMException('No.', 'NotAllowedError')),
  ],
  ['shows something else', 'You did not share this tab', () => Promise.resolve(new MediaStream())],
] as const)
  test(`no thumbnail is taken if the browser ${what}`, async ({ answers }) => {
    fakeDevices({ setCaptureHandleConfig: () => {}, getDisplayMedia });
    answers.refuse(updateApplication, 'internal');
    await openOwn(answers);
    await takeFrame().click();
    await expect.element(dialog()).toMatchTextContent(words);
    expect(current().elements()).toEqual([]);
    expect(answers.calls(updateApplication)).toEqual([]);
  });

test('a picture is chosen if the browser cannot capture tabs', async ({ answers }) => {
  fakeDevices({});
  const card = await openOwn(answers);
  await takeFrame().click();
  await expect.element(dialog()).toMatchTextContent('Flux cannot capture the game’s page');
  await checkAccessibility('choosing a thumbnail');
  const field = dialog().getByLabelText('Thumbnail');
  await field.upload(new File(['<svg/>'], 'logo.png', { type: 'image/png' }));
  await expect
    .element(dialog().getByText('Please select a valid image file (JPEG, PNG, GIF, or WebP)'))
    .toBeVisible();
  await expect.element(useIt()).toBeDisabled();

  answers.refuse(updateApplication, 'unavailable', { error: 'Not now.' });
  await field.upload(await picture());
  await useIt().click();
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('Not now.');
  // Each attempt reports only its own failure.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  await expect.element(dialog()).toBeVisible();
  expect(dialog().getByRole('alert').elements()).toEqual([]);

  const thumbnailUrl = URL.createObjectURL(await picture());
  const changed = appOf({ ...card, thumbnailUrl });
  answers.answer(updateApplication, () => {
    answers.answer(getApplication, changed);
    return { ...changed, can: { ...changed.can, moveBack: false } };
  });
  await field.upload(await picture());
  await useIt().click();
  await expect.element(current()).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(answers.calls(updateApplication).at(-1)?.body.thumbnail).toBeInstanceOf(File);
});
