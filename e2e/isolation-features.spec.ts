import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Frame, Page } from '@playwright/test';
import { makeZip } from '../fixtures/zip.ts';
import { embedCode } from '../src/shared/apps/embed.ts';
import {
  clientHintPrefix,
  defaultFeatures,
  deniedFeatures,
  deviceAccesses,
  grantedFeatures,
  missingOnLinux,
  undelegatedFeatures,
} from '../src/shared/play/game-features.ts';
import { openBrowser, read } from './isolation-browser.ts';
import { expect, test } from './server.ts';
import { api, game, publishByApi, signIn } from './steps.ts';

/**
 * The browser features of games: compares the lists with those of Chromium, and checks the permissions in
 * each frame.
 */

/** From `document.featurePolicy`, which only Chromium has. */
const featuresOf = (page: Page | Frame, list: 'features' | 'allowedFeatures') =>
  page.evaluate((name) => Reflect.get(document, 'featurePolicy')[name]() as string[], list);

test('every feature of this browser is granted, configurable, denied or deliberately unrestricted', async ({
  page,
}) => {
  await page.goto('/faq');
  const known = await featuresOf(page, 'features');
  const decided: string[] = [
    ...grantedFeatures,
    ...deviceAccesses,
    ...deniedFeatures,
    ...undelegatedFeatures,
    ...defaultFeatures,
  ];
  expect(new Set(decided).size).toBe(decided.length);
  const isHint = (feature: string) => feature.startsWith(clientHintPrefix);
  expect(known.filter((feature) => !decided.includes(feature) && !isHint(feature))).toEqual([]);
  // The browser would log a warning about unknown features.
  expect(decided.filter((feature) => !known.includes(feature)).sort()).toEqual([...missingOnLinux].sort());
});

/** Requests the camera when it is shown, and keeps the outcome. */
const askingPage = `<!doctype html><title>Mirror</title><link rel="icon" href="data:,"><h1>Mirror</h1><script>
navigator.mediaDevices.getUserMedia({ video: true }).then(() => { window.answer = 'a picture'; }, (error) => { window.answer = error.name; });
</script>`;
const build = {
  name: 'mirror.zip',
  mimeType: 'application/zip',
  buffer: makeZip([{ name: 'index.html', data: askingPage }]),
};

/** The innermost frame that shows the game, or the page itself, once it has the outcome. */
async function answerIn(page: Page): Promise<{ answer: string; frame: Frame }> {
  let found: { answer: string; frame: Frame } | undefined;
  await expect
    .poll(async () => {
      for (const frame of page.frames()) {
        const answer = await read<string>(frame, 'answer');
        if (answer !== null) found = { answer, frame };
      }
      return found;
    })
    .toBeDefined();
  if (!found) throw new Error('No frame of the page shows the game.');
  return found;
}

/** Console warnings of this browser about unknown words in policies. */
function collectComplaints(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (/unrecognized|permissions-?policy|feature policy/i.test(message.text()))
      complaints.push(message.text());
  });
  return complaints;
}

test('a camera is refused until the owner enables it, then allowed in every frame, without console warnings', async ({
  flux,
}) => {
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>A blog</title><link rel="icon" href="data:,">${embed}`);
  });
  let embed = '';
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const context = await openBrowser(flux.url);
  const complaints = collectComplaints(context);
  try {
    const page = await context.newPage();
    await signIn(page, 'mirror@example.test', 'Ada');
    const { body: app } = await publishByApi(page, { name: 'Mirror', isPublic: 'true', build });
    const places = async (): Promise<string[]> => {
      const answers: string[] = [];
      for (const path of [`/play/${app.id}`, `/serve/${app.id}`, `/embed/${app.id}/play`]) {
        await page.goto(path);
        answers.push((await answerIn(page)).answer);
      }
      return answers;
    };
    expect(await places()).toEqual(Array(3).fill('NotAllowedError'));

    await page.goto(`/update/${app.id}`);
    const settings = page.getByRole('form', { name: 'Player Settings' });
    await expect(settings.getByLabel('Camera')).toHaveAccessibleDescription('The build asks for it.');
    await expect(settings.getByLabel('Microphone')).toHaveAccessibleDescription('');
    await settings.getByLabel('Camera').check();
    await settings.getByRole('button', { name: 'Save Settings' }).click();
    await expect(page.getByText('Player settings saved.')).toBeVisible();
    await expect(settings.getByRole('button', { name: 'Save Settings' })).toBeDisabled();
    expect(await places()).toEqual(Array(3).fill('a picture'));

    await page.goto(`/play/${app.id}`);
    await expect(page.getByText('May ask for')).toBeVisible();
    const { frame } = await answerIn(page);
    const allowed = await featuresOf(frame, 'allowedFeatures');
    const known = await featuresOf(frame, 'features');
    expect(allowed).toEqual(expect.arrayContaining(grantedFeatures.filter((each) => known.includes(each))));
    const kept = [...deniedFeatures, ...undelegatedFeatures, ...deviceAccesses];
    expect(allowed.filter((each) => kept.some((one) => one === each))).toEqual(['camera']);

    // A theme adds one frame.
    const { body: changed } = await api(page, 'PATCH', `/api/applications/${app.id}`, { theme: 'modern' });
    expect(changed).toMatchObject({ theme: 'modern', deviceAccess: ['camera'] });
    expect(await places()).toEqual(Array(3).fill('a picture'));
    expect(complaints).toEqual([]);

    embed = embedCode(flux.url, changed);
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.frameLocator('iframe').getByRole('link', { name: 'Play' }).click();
    expect((await answerIn(page)).answer).toBe('a picture');
    // The embed code is the same for every browser.
    expect(complaints).toEqual(["Unrecognized feature: 'web-share'."]);
  } finally {
    await context.close();
    site.close();
  }
});

const levels = {
  name: 'levels.zip',
  mimeType: 'application/zip',
  buffer: makeZip([
    {
      name: 'index.html',
      data: '<!doctype html><title>Levels</title><link rel="icon" href="data:,"><h1>Levels</h1><a href="/level/3">Level 3</a>',
    },
  ]),
};

test('a private game in the player follows its isolation setting, and missing pages redirect to its start', async ({
  page,
  allowError,
}) => {
  allowError(/404 \(Not Found\)/);
  await signIn(page, 'levels@example.test', 'Ada');
  const { body: app } = await publishByApi(page, { name: 'Levels', build: levels });
  const set = (form: Record<string, string>) => api(page, 'PATCH', `/api/applications/${app.id}`, form);
  const frame = game(page);
  const isIsolated = async () => {
    await page.goto(`/play/${app.id}`);
    await expect(frame.getByRole('heading', { name: 'Levels' })).toBeVisible();
    return frame.locator('body').evaluate(() => crossOriginIsolated);
  };
  expect(await isIsolated()).toBe(false);
  await set({ threadIsolation: 'on' });
  expect(await isIsolated()).toBe(true);
  await set({ threadIsolation: 'off' });
  expect(await isIsolated()).toBe(false);

  await frame.getByRole('link', { name: 'Level 3' }).click();
  await expect(frame.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await frame.getByRole('link', { name: 'Go to the start of the game' }).click();
  await expect(frame.getByRole('heading', { name: 'Levels' })).toBeVisible();

  await set({ singlePageRoutes: 'true' });
  await frame.getByRole('link', { name: 'Level 3' }).click();
  await expect.poll(() => frame.locator('body').evaluate(() => location.pathname)).toBe('/level/3');
  await expect(frame.getByRole('heading', { name: 'Levels' })).toBeVisible();
});
