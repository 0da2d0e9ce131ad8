import { onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getApplication } from '#shared/apps/apps.ts';
import type { Answers } from '../../testing/answers.ts';
import { checkAccessibility } from '../../testing/examine.ts';
import { openPage } from '../../testing/open-page.tsx';
import { appOf, ownCard, someCard } from '../../testing/samples/apps.ts';
import { someReport } from '../../testing/samples/versions.ts';
import { expect, test } from '../../testing/test.ts';

const name = `A name that is as long as a name may be ${'and longer '.repeat(7)}`.trim();
const own = ownCard({ name });

async function openOwn(answers: Answers): Promise<void> {
  answers.answer(getApplication, appOf(own, { build: someReport() }));
  await openPage(`/play/${own.id}`, { answers });
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('a missing application is reported accessibly', async ({ answers }) => {
  answers.refuse(getApplication, 'app_not_found');
  await openPage('/play/aaaaaaaaaaaaaaaaaaaaaaaaaa', { answers, user: null });
  await expect.element(page.getByText('Application not found').first()).toBeVisible();
  await checkAccessibility('play, not found');
});

test('the play page reports that an application has no build', async ({ answers }) => {
  const empty = someCard({ name: 'Empty stage' });
  answers.answer(getApplication, appOf(empty));
  await openPage(`/play/${empty.id}`, { answers });
  await expect.element(page.getByText('No Build File Available')).toBeVisible();
  await checkAccessibility('play without a build');
});

test('the play page of an owner is accessible with the longest name', async ({ answers }) => {
  await openOwn(answers);
  await expect.element(page.getByText('Build report')).toBeVisible();
  await checkAccessibility('play');
});

test('entering a game by keyboard announces the way out, and is accessible', async ({ answers }) => {
  await openOwn(answers);
  const way = page.getByRole('button', { name: 'Control the game with the keyboard' });
  const wayOut =
    'To return to the page, press Shift + Tab. If the game uses these keys, switch to another tab and back.';
  await expect.element(way).toHaveAccessibleDescription(wayOut);
  (way.element() as HTMLElement).focus();
  await expect.element(way).toBeInViewport({ ratio: 1 });
  await expect.element(page.getByText(wayOut)).toBeInViewport({ ratio: 1 });
  await checkAccessibility('the way into a game');
});

/** The button, the sentence and the command. */
async function expectFullscreen(isOffered: boolean): Promise<void> {
  const count = isOffered ? 1 : 0;
  await expect.element(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect.poll(() => page.getByRole('button', { name: 'Fullscreen' }).elements().length).toBe(count);
  expect(page.getByText(/^Fullscreen fills your display/).elements()).toHaveLength(count);
  await page.getByRole('button', { name: 'Search and commands' }).click();
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect.element(palette.getByRole('option', { name: /^Stop/ })).toBeVisible();
  expect(palette.getByRole('option', { name: /^Fullscreen/ }).elements()).toHaveLength(count);
  await userEvent.keyboard('{Escape}');
}

test('fullscreen is offered only by browsers that support it, unlike those of iPhones', async ({
  answers,
}) => {
  await openOwn(answers);
  await expectFullscreen(true);
  Object.defineProperty(document, 'fullscreenEnabled', { value: undefined, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(document, 'fullscreenEnabled'));
  await openOwn(answers);
  await expectFullscreen(false);
});
