import { expect, test } from './server.ts';
import { publishByApi, signIn } from './steps.ts';

test.use({ instance: 'home' });

test('a visitor sees what is on, looks at another game on the screen, and plays it', async ({
  page,
  browser,
  flux,
}) => {
  await signIn(page, 'admin@flux.localhost', 'Mara');
  const long = 'Keeper of the Farthest and Deepest Reef That Is on Any Map';
  for (const name of [long, 'Ring Runner']) {
    const buffer = Buffer.from(`<!doctype html><title>${name}</title><h1>${name}</h1>`);
    const build = { name: 'index.html', mimeType: 'text/html', buffer };
    await publishByApi(page, { name, isPublic: 'true', build });
  }
  const context = await browser.newContext({
    baseURL: flux.url,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'no-preference',
  });
  const visitor = await context.newPage();
  await visitor.goto('/');
  const showing = visitor.getByRole('list', { name: 'Now showing' }).getByRole('link');
  await expect(showing).toHaveText(['', '']);
  const screen = visitor.getByRole('group', { name: 'On the screen' });
  await expect(screen.getByText('Ring Runner', { exact: true })).toBeVisible();
  const endless = () =>
    document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime === Infinity)
      .length;
  await expect.poll(() => visitor.evaluate(endless)).toBe(0);
  await visitor.getByRole('button', { name: 'See Public Apps' }).click();
  await expect(visitor.getByRole('heading', { name: 'Available Applications (2)' })).toBeFocused();
  // Who asked for less motion is there at once.
  await visitor.emulateMedia({ reducedMotion: 'reduce' });
  await visitor.evaluate(() => window.scrollTo(0, 0));
  const isThere = await visitor
    .getByRole('button', { name: 'See Public Apps' })
    .evaluate((button: HTMLElement) => {
      button.click();
      return (document.getElementById('applications')?.getBoundingClientRect().top ?? Infinity) < innerHeight;
    });
  expect(isThere).toBe(true);
  await showing.nth(1).focus();
  await expect(screen.getByText(long, { exact: true })).toBeVisible();
  // A long name makes room on a phone.
  await visitor.setViewportSize({ width: 390, height: 844 });
  const play = screen.getByRole('link', { name: `Play ${long}` });
  const { x, width } = (await play.boundingBox()) ?? { x: 390, width: 0 };
  expect(x + width).toBeLessThanOrEqual(374);
  // Nothing is cut off where the page is read at 400 %.
  await visitor.setViewportSize({ width: 305, height: 640 });
  const reel = visitor
    .getByRole('region', { name: 'The first take is rarely the last.' })
    .getByRole('list')
    .first();
  expect(await reel.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  await visitor.setViewportSize({ width: 390, height: 844 });
  await play.click();
  await expect(visitor.getByRole('heading', { level: 1, name: long })).toBeVisible();
  await context.close();
});
