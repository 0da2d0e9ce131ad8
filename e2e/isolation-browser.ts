import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, type Frame, type Page, test } from '@playwright/test';

/**
 * A browser with a profile of its own, which says yes to whatever a page may ask for: what is refused there is
 * refused by Flux, not for want of a click.
 * @param blocked whether storage of third parties is blocked, as some people and some builds of Chromium do
 */
export async function openBrowser(baseURL: string, blocked = false): Promise<BrowserContext> {
  const folder = await mkdtemp(path.join(tmpdir(), 'flux-browser-'));
  await mkdir(path.join(folder, 'Default'));
  const profile = { block_third_party_cookies: blocked, cookie_controls_mode: blocked ? 1 : 0 };
  await writeFile(path.join(folder, 'Default', 'Preferences'), JSON.stringify({ profile }));
  const { launchOptions } = test.info().project.use;
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    baseURL,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--host-resolver-rules=MAP 192.0.2.7 127.0.0.1',
    ],
    permissions: ['geolocation', 'clipboard-read', 'midi'],
    geolocation: { latitude: 1, longitude: 1 },
  });
  context.on('close', () => rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {}));
  return context;
}

/** What the build in the player has got hold of, once its attack is over. */
export async function lootOf(page: Page): Promise<string[]> {
  const frame = await playerFrame(page);
  await expect.poll(() => readList(frame, 'loot'), { timeout: 20_000 }).not.toBeNull();
  return (await readList(frame, 'loot')) ?? [];
}

export async function playerFrame(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('iframe');
  const frame = await element.contentFrame();
  if (!frame) throw new Error('The page has no player.');
  return frame;
}

export function readList(frame: Frame | Page, name: string): Promise<string[] | null> {
  const read = (key: string): string[] | null => Reflect.get(window, key) ?? null;
  // Between /serve and the build there is a moment without a page.
  return frame.evaluate(read, name).catch(() => null);
}

export interface Canary {
  url: string;
  /** The `Referer` of each request so far. */
  referers: string[];
  close(): void;
}

/** Somebody else's server, which writes down where requests say they come from. */
export async function startCanary(): Promise<Canary> {
  const referers: string[] = [];
  const server = createServer((request, response) => {
    referers.push(request.headers.referer ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, referers, close: () => void server.close() };
}
