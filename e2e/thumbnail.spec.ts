import type { Page } from '@playwright/test';
import { generations } from '../fixtures/generations.ts';
import { makeZip } from '../fixtures/zip.ts';
import { expect, test } from './server.ts';
import { fillUploadForm, game, openHome, publishByApi, signIn, started } from './steps.ts';

// Chromium asks for permission to capture this tab. The test grants it.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--auto-accept-this-tab-capture'] }),
});

/** Runs in a game: red on the left, blue on the right, drawn for every frame and cleared after it, as Unity does. */
function drawForEver(canvas: Element): void {
  if (!(canvas instanceof HTMLCanvasElement)) throw new Error('There is no canvas.');
  const gl = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  if (!(gl instanceof WebGLRenderingContext || gl instanceof WebGL2RenderingContext))
    throw new Error('There is no WebGL.');
  const draw = () => {
    requestAnimationFrame(draw);
    gl.disable(gl.SCISSOR_TEST);
    gl.clearColor(0, 0, 1, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(0, 0, canvas.width / 2, canvas.height);
    gl.clearColor(1, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
  };
  draw();
}

/** Runs in a game: waits until this number of frames has been drawn. */
async function frames(_: Element, count: number): Promise<void> {
  for (let drawn = 0; drawn < count; drawn++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

const webGame = (script: string) =>
  makeZip([
    {
      name: 'index.html',
      data: `<!doctype html><meta charset="utf-8"><title>Game</title><link rel="icon" href="data:,"><canvas width="640" height="360"></canvas><script>${script}</script>`,
    },
  ]);

async function publish(page: Page, name: string, theme: string, buffer: Buffer): Promise<string> {
  const build = { name: 'build.zip', mimeType: 'application/zip', buffer };
  const fields = { name, theme, isPublic: 'true', build };
  const { body, status } = await publishByApi(page, fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

const takeFrame = (page: Page) => page.getByRole('button', { name: 'Use this frame as thumbnail' });
const current = (page: Page) => page.getByRole('img', { name: 'The current thumbnail' });

/** The colours in the middle of both halves, as 'red' and 'blue' where they match. */
async function halves(page: Page): Promise<string[]> {
  return current(page).evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) throw new Error('There is no picture.');
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    return [0.25, 0.75].map((at) => {
      const [red = 0, , blue = 0] =
        context?.getImageData(canvas.width * at, canvas.height / 2, 1, 1).data ?? [];
      return red > 180 && blue < 80 ? 'red' : blue > 180 && red < 80 ? 'blue' : `${red} ${blue}`;
    });
  });
}

test('one click makes a frame of the running game its thumbnail, in themed and in framed pages', async ({
  page,
}) => {
  // As over plain http.
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
  await signIn(page, 'frames@example.test', 'Fritz');
  const unity = await publish(page, 'Unity', 'modern', makeZip(await generations['2020 gzip']()));
  await page.goto(`/play/${unity}`);
  await started(game(page));
  await game(page).locator('#unity-canvas').evaluate(drawForEver);
  await takeFrame(page).click();
  await expect(page.getByText('Thumbnail updated!')).toBeVisible();
  await expect(current(page)).toBeVisible();
  expect(await halves(page)).toEqual(['red', 'blue']);
  await started(game(page));

  const web = await publish(page, 'Web', 'dark', webGame(''));
  await page.goto(`/play/${web}`);
  await game(page).frameLocator('iframe').locator('canvas').evaluate(drawForEver);
  await takeFrame(page).click();
  await expect(current(page)).toBeVisible();
  expect(await halves(page)).toEqual(['red', 'blue']);
});

test('a creator’s own page is captured, if the browser is allowed to', async ({ page, allowError }) => {
  // Chromium checks the camera policy too when a page captures anything, and captures the tab nevertheless.
  allowError(/camera is not allowed in this document/);
  await signIn(page, 'films@example.test', 'Filippa');
  const id = await publish(page, 'Filmed', 'vanilla', webGame('document.body.style.margin = 0'));
  await page.goto(`/play/${id}`);
  const canvas = game(page).locator('canvas');
  await canvas.evaluate((element) => element.setAttribute('style', 'width: 100vw; height: 100vh'));
  await canvas.evaluate(drawForEver);
  await takeFrame(page).click();
  await expect(page.getByText('Thumbnail updated!')).toBeVisible();
  expect(await halves(page)).toEqual(['red', 'blue']);
});

// The alternatives without a captured frame: src/web/features/play/thumbnail-section.browser.test.tsx
test('a game cannot set its own thumbnail, and gives no other page a frame', async ({ page }) => {
  await signIn(page, 'spoofs@example.test', 'Spencer');
  const spam = `const picture = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]).buffer;
    setInterval(() => {
      for (const id of ['', 'x', crypto.randomUUID()]) {
        parent.postMessage({ kind: 'flux:picture', id, picture }, '*');
        top.postMessage({ kind: 'flux:picture', id, picture }, '*');
        top.postMessage({ kind: 'flux:picture-wanted', id }, '*');
      }
      window.rounds = (window.rounds ?? 0) + 1;
      top.postMessage('<img src=x onerror=alert(1)>', '*');
    }, 50);`;
  const id = await publish(page, 'Spoof', 'vanilla', webGame(spam));
  const framed = await publish(page, 'Spoof in a frame', 'modern', webGame(spam));
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') changes.push(request.url());
  });
  for (const [each, isFramed] of [
    [id, false],
    [framed, true],
  ] as const) {
    await page.goto(`/play/${each}`);
    await expect(takeFrame(page)).toBeVisible();
    const spammer = isFramed ? game(page).frameLocator('iframe') : game(page);
    const rounds = () => spammer.locator('body').evaluate(() => Reflect.get(window, 'rounds'));
    await expect.poll(rounds).toBeGreaterThan(10);
  }
  // The game in the frame sends an unrequested picture. The page around it finds nothing on the canvas.
  await takeFrame(page).click();
  await expect(page.getByRole('dialog')).toContainText('No frame of the game could be captured');
  expect(changes).toEqual([]);

  const drawn = await publish(
    page,
    'Drawn',
    'modern',
    webGame(`(${drawForEver})(document.querySelector('canvas'))`),
  );
  await page.goto(`/serve/${id}`);
  const address = page.url().replace(id, drawn);
  await page.evaluate(async (src) => {
    const frame = document.createElement('iframe');
    frame.src = src;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
    const heard: string[] = [];
    Reflect.set(window, 'heard', heard);
    addEventListener('message', (event) => {
      if (event.source === frame.contentWindow) heard.push(String(event.data?.kind));
    });
    frame.contentWindow?.postMessage({ kind: 'flux:picture-wanted', id: 'stolen' }, '*');
  }, address);
  // An answer would arrive with the next frame.
  await page.frameLocator('iframe').frameLocator('iframe').locator('body').evaluate(frames, 30);
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([]);
});

test('an application is uploaded with a thumbnail, dropped or chosen', async ({ page }) => {
  await signIn(page, 'uploads-picture@example.test', 'Uma');
  await openHome(page);
  const file = { name: 'build.zip', mimeType: 'application/zip', buffer: webGame('') };
  const picture = new Uint8Array(await page.screenshot());
  await fillUploadForm(page, { file, name: 'With a picture' });
  const zone = page.getByLabel('Thumbnail');
  const dropped = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
    return data;
  }, picture);
  await zone.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('Picture chosen: dropped.png')).toBeAttached();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByText('Picture chosen: dropped.png')).toHaveCount(0);
  await expect(zone).toBeFocused();
  await zone.setInputFiles({ name: 'chosen.png', mimeType: 'image/png', buffer: Buffer.from(picture) });
  await expect(page.getByText('Picture chosen: chosen.png')).toBeAttached();
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await page.waitForURL(/\/play\//);
  await expect(current(page)).toBeVisible();
});
