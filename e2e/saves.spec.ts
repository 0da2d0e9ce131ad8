import { publish } from './account.ts';
import { publishThemed } from './publish-themed.ts';
import { expect, test } from './server.ts';
import { api, game, signIn } from './steps.ts';

test('only a browser that forgets the saves of framed games is told where saves are kept', async ({
  page,
}) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const id = await publish(page, 'Keeper');
  const note = page.getByText('This browser does not keep saves of games inside this page.');
  await page.goto(`/play/${id}`);
  await expect(game(page).getByText('game')).toBeVisible();
  await expect(note).toHaveCount(0);
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'vendor', { value: 'Apple Computer, Inc.' }),
  );
  await page.reload();
  await expect(note).toContainText('Use Play in New Tab to keep them.');
});

/** Shows the saves of its last unload, and saves only then. */
const saver = `<!doctype html><title>Saver</title><output></output><script>
  const open = new Promise((resolve) => {
    const request = indexedDB.open('saves', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('left');
    request.onsuccess = () => resolve(request.result);
  });
  open.then((saves) => {
    const transaction = saves.transaction('left', 'readwrite');
    const keys = transaction.objectStore('left').getAllKeys();
    transaction.objectStore('left').clear();
    transaction.oncomplete = () => {
      const local = Object.keys(localStorage).filter((key) => key.startsWith('left ')).sort();
      for (const key of local) localStorage.removeItem(key);
      document.querySelector('output').textContent = 'Saved: ' + [...local, ...keys.result].join(', ');
    };
    const save = (name) => {
      localStorage.setItem('left ' + name, '');
      saves.transaction('left', 'readwrite').objectStore('left').put(1, name);
    };
    addEventListener('beforeunload', () => save('beforeunload'));
    addEventListener('pagehide', () => save('pagehide'));
    document.addEventListener('visibilitychange', () => save('visibilitychange'));
  });
</script>`;

/** Blocks for 400 ms at a time, like a heavy game on a slow machine: its handlers run between two frames. */
const slowSaver = `${saver}<script>
  setInterval(() => {
    const end = performance.now() + 400;
    while (performance.now() < end);
  }, 410);
</script>`;

test('saves made during unload are restored after Stop, a link and Back', async ({ page }) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const id = await publishThemed(page, 'Saver', 'vanilla', [{ name: 'index.html', data: saver }]);
  const output = game(page).locator('output');
  const left = ['left beforeunload', 'left pagehide', 'left visibilitychange', 'beforeunload'].join(', ');
  const isGone = () => expect(page.locator('iframe')).toHaveCount(0);
  await page.goto('/');
  await page.getByRole('link', { name: 'Saver' }).first().click();
  await expect(output).toHaveText('Saved: ');
  await page.getByRole('button', { name: 'Stop' }).click();
  await isGone();
  await page.getByRole('button', { name: 'Play', exact: true }).last().click();
  await expect(output).toContainText(`Saved: ${left}`);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await isGone();
  await page.goForward();
  await expect(output).toContainText(`Saved: ${left}`);
  await page.getByRole('link', { name: 'Flux' }).first().click();
  await expect(page).not.toHaveURL(/\/play\//);
  await isGone();
  await page.goBack();
  await expect(output).toContainText(`Saved: ${left}`);
  await expect(page).toHaveURL(`/play/${id}`);
  await expect(page.locator('iframe')).toHaveCount(1);
});

test('"a busy game\'s unload handlers can save, with and without thread isolation"', async ({ page }) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const id = await publishThemed(page, 'Slow saver', 'vanilla', [{ name: 'index.html', data: slowSaver }]);
  const output = game(page).locator('output');
  for (const threadIsolation of ['off', 'on']) {
    await api(page, 'PATCH', `/api/applications/${id}`, { threadIsolation });
    await page.goto(`/play/${id}`);
    await expect(output).toContainText('Saved: ');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.locator('iframe')).toHaveCount(0);
    await page.getByRole('button', { name: 'Play', exact: true }).last().click();
    await expect(output).toContainText('Saved: left beforeunload, left pagehide, left visibilitychange');
  }
});

test('a hanging game does not block navigation, and is removed', async ({ page }) => {
  await signIn(page, 'ada@example.test', 'Ada');
  const data = `<!doctype html><title>Hangs</title><p>Here</p>
    <script>addEventListener('beforeunload', () => { for (;;); });</script>`;
  const id = await publishThemed(page, 'Hangs', 'vanilla', [{ name: 'index.html', data }]);
  await page.goto(`/play/${id}`);
  await expect(game(page).getByText('Here')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true }).last()).toBeVisible({
    timeout: 1_000,
  });
  await expect(page.locator('iframe')).toHaveCount(0, { timeout: 5_000 });
});
