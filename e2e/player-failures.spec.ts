import { generations } from '../fixtures/generations.ts';
import { expect, test } from './server.ts';
import { game, signIn, started } from './steps.ts';
import { publishThemed } from './themed.ts';

test('what goes wrong is said in words, and trying again works', async ({ page, allowError }) => {
  allowError(/404|ERR_FAILED|Unable to load|fetch/);
  await signIn(page, 'ada@example.test', 'Ada');
  for (const [name, lost] of [
    ['2020 gzip', '**/*.loader.js'],
    ['2020 gzip', '**/*.framework.js.gz'],
    ['2020 gzip', '**/*.data.gz'],
    ['2018 gzip', '**/UnityLoader.js'],
    ['2018 gzip', '**/*.json'],
    ['2018 gzip', '**/*.data.unityweb'],
  ] as const) {
    for (const refusal of ['missing', 'offline'] as const) {
      await test.step(`${name}: ${lost} is ${refusal}`, async () => {
        const id = await publishThemed(page, 'Lost', 'modern', await generations[name]());
        await page.route(lost, (route) =>
          refusal === 'missing' ? route.fulfill({ status: 404, body: 'Not here' }) : route.abort(),
        );
        await page.goto(`/play/${id}`);
        const alert = game(page).getByRole('alert');
        await expect(alert.getByRole('heading')).toHaveText('This game could not start');
        await expect(alert).toContainText(
          'A file of this game could not be fetched. Please check the connection and try again.',
        );
        await page.unroute(lost);
        await alert.getByRole('button', { name: 'Try again' }).click();
        await started(game(page));
        await expect(alert).toBeHidden();
      });
    }
  }
});

test('a loader that fails, waits or warns is heard, and true progress is told', async ({ page }) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const entries = await generations['2020 gzip']();
  const speak = `window.fluxUnity = {};
    function createUnityInstance(canvas, config, onProgress) {
      fluxUnity.onProgress = onProgress; fluxUnity.showBanner = config.showBanner;
      return new Promise(function (resolve, reject) { fluxUnity.resolve = resolve; fluxUnity.reject = reject; });
    }`;
  const quiet = entries.map((entry) =>
    entry.name.endsWith('.loader.js') ? { ...entry, data: speak } : entry,
  );
  const id = await publishThemed(page, 'Speaking', 'gaming', quiet);
  const unity = (call: string) => page.evaluate(`fluxUnity.${call}`);
  await page.goto(`/serve/${id}`);
  const bar = page.getByRole('progressbar', { name: 'Loading Speaking' });
  await unity('onProgress(0.45)');
  await expect(bar).toHaveAttribute('aria-valuenow', '50');
  await expect(page.getByText('50%')).toBeVisible();
  await unity('onProgress(0.9)');
  await expect(bar).not.toHaveAttribute('aria-valuenow');
  await expect(page.getByText('Starting')).toBeVisible();
  await unity('showBanner("Sound may start late.", "warning")');
  await expect(page.getByText('Sound may start late.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Sound may start late.')).toBeHidden();
  await unity('showBanner("Out of memory", "error")');
  await expect(page.getByRole('alert')).toContainText(
    'This game needs more memory than the browser has left.',
  );
  await unity('resolve({})');
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'playing');
  await page.reload();
  await unity('onProgress(0.2)');
  await unity('reject("unknown data format")');
  await expect(page.getByRole('alert')).toContainText('A file of this game is damaged');
});
