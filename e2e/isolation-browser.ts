import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, type Frame, type Page, test } from '@playwright/test';

/**
 * The permissions that this user has granted to every page, by the names of the browser's settings. A test's
 * own way to grant permissions bypasses the policies of pages, and revokes all others.
 */
const allowed = Object.fromEntries(
  [
    'clipboard',
    'geolocation',
    'midi',
    'midi_sysex',
    'loopback_network',
    'local_network',
    'local_network_access',
  ].map((setting) => [setting, 1]),
);

/**
 * A browser with its own profile that grants every permission. A refusal is then Flux's, not a missing click.
 * @param blocked whether third-party storage is blocked, as by some users and some builds of Chromium
 * @param onInternet addresses that the browser treats as public, though they are local; their requests to
 * other local addresses are requests to the visitor's private network
 */
export async function openBrowser(
  baseURL: string,
  blocked = false,
  onInternet: string[] = [],
): Promise<BrowserContext> {
  const folder = await mkdtemp(path.join(tmpdir(), 'flux-browser-'));
  await mkdir(path.join(folder, 'Default'));
  const profile = {
    block_third_party_cookies: blocked,
    cookie_controls_mode: blocked ? 1 : 0,
    default_content_setting_values: allowed,
  };
  const spaces = onInternet.map((url) => `127.0.0.1:${new URL(url).port}=public`).join(',');
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
      ...(spaces ? [`--ip-address-space-overrides=${spaces}`] : []),
    ],
    geolocation: { latitude: 1, longitude: 1 },
  });
  context.on('close', () => rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {}));
  return context;
}

/** The loot of the build in the player after its attack. An aborted attack shows nothing. */
export async function lootOf(page: Page): Promise<string[]> {
  const loot = await endOf(page);
  expect(await read(await playerFrame(page), 'failure')).toBeNull();
  return loot;
}

/** The error that stopped the build in the player; null if none did. */
export async function failureOf(page: Page): Promise<string | null> {
  await endOf(page);
  return read(await playerFrame(page), 'failure');
}

/** Waits until the build in the player has finished. */
async function endOf(page: Page): Promise<string[]> {
  const frame = await playerFrame(page);
  await expect.poll(() => read(frame, 'loot'), { timeout: 60_000 }).not.toBeNull();
  return (await read(frame, 'loot')) ?? [];
}

export async function playerFrame(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('iframe');
  const frame = await element.contentFrame();
  if (!frame) throw new Error('The page has no player.');
  return frame;
}

/** The stored value of this name in a page; null if there is none. */
export function read<Value>(frame: Frame | Page, name: string): Promise<Value | null> {
  const kept = (key: string): Value | null => Reflect.get(window, key) ?? null;
  // Between /serve and the build there is briefly no page.
  return frame.evaluate(kept, name).catch(() => null);
}
