import { type Browser, expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { Subscription } from '../src/shared/billing/billing.ts';
import { planLimits } from '../src/shared/billing/plans.ts';
import { subscribe } from './database.ts';
import { openSession } from './session.ts';

/** Steps of a user. Each resolves when its result is visible. */

export interface SignInOptions {
  /**
   * The plan of an account without one: enterprise if not given, because tests share accounts that upload
   * more than other plans allow. `none` leaves a new account without a plan: Flux then redirects it to the
   * plans.
   */
  plan?: 'enterprise' | 'pro' | 'indie' | 'none';
}

/**
 * Signs in by the local provider and ensures a plan. Skips the pages on the way and the landing page, which
 * cost as much as half a test. `signInThroughPages` tests those pages; `openHome` starts from the landing
 * page.
 */
export async function signIn(
  page: Page,
  email: string,
  name: string,
  { plan = 'enterprise' }: SignInOptions = {},
): Promise<void> {
  await openSession(page, email, name);
  if (plan === 'enterprise' || plan === 'pro') await subscribe(page, email, plan);
  if (plan === 'indie') await page.evaluate(chooseIndieUnlessSubscribed);
}

/** The same, starting at the button in the bar, with the cookies exactly as the server sets them. */
export async function signInThroughPages(page: Page, email: string, name: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, email, name);
  await expect(page.getByRole('banner').getByRole('link', { name: /upload/i })).toBeVisible();
  if (await subscribe(page, email, 'enterprise')) await openHome(page);
}

/** The first page of a signed-in user. */
export async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: /upload/i })).toBeVisible();
}

/** Fills in the page of the local provider, in any window. */
export async function continueAs(page: Page, email: string, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Local sign-in' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Display name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Runs in the page. Administrators have a plan by their role. */
async function chooseIndieUnlessSubscribed(): Promise<void> {
  const path = '/api/subscriptions';
  const subscriptions = await (await fetch(path)).json();
  if (subscriptions.length > 0) return;
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tier: 'indie' }),
  });
  if (!response.ok) throw new Error(`Indie could not be chosen: ${response.status}`);
}

/** A subscription in the API's format: paid, without a trial and not cancelled, except for the given fields. */
export function subscription(fields: Partial<Subscription> = {}): Subscription {
  const tier = fields.tier ?? 'pro';
  return {
    id: 'subscription',
    subscriptionId: 'subscription',
    status: 'active',
    isTrialActive: false,
    trialEnd: null,
    cancelAtPeriodEnd: false,
    currentPeriodEnd: inDays(30),
    priceId: 'price',
    tier,
    planLimits: planLimits(tier),
    isAdmin: false,
    ...fields,
  };
}

export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

/** For states that only a payment reaches. */
export async function answerSubscriptions(page: Page, subscriptions: Subscription[]): Promise<void> {
  await page.route('**/api/subscriptions', (route) => route.fulfill({ json: subscriptions }));
}

export interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export interface ApiAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
  body: any;
}

export interface NewApp {
  /** A path, or the bytes themselves. */
  file: string | Upload;
  name: string;
  description?: string;
  isPublic?: boolean;
}

export async function fillUploadForm(page: Page, app: NewApp): Promise<void> {
  const organizationId = await ownOrganization(page);
  await page.goto('/upload');
  await page.getByLabel('Build file').setInputFiles(app.file);
  await page.getByLabel('Organization').selectOption(organizationId);
  await page.getByLabel('Name').fill(app.name);
  if (app.description) await page.getByLabel('Description').fill(app.description);
  if (app.isPublic) await page.getByLabel('Public').check();
}

/** A drop from the file manager, which no script of a page can imitate. */
export async function dropFiles(page: Page, files: string[]): Promise<void> {
  const zone = page.getByLabel('Build file');
  await zone.scrollIntoViewIfNeeded();
  const box = await zone.boundingBox();
  if (!box) throw new Error('The zone is shown.');
  const session = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
}

/** Whether the elements are in this order, both visually and in the document. */
export async function expectInOrder(parts: Locator[]): Promise<void> {
  const tops = await Promise.all(
    parts.map((part) => part.evaluate((node) => node.getBoundingClientRect().top)),
  );
  expect(tops).toEqual([...new Set(tops)].sort((one, other) => one - other));
}

/** Uploads a build and returns the new application's id, from the address of its play page. */
export async function upload(page: Page, app: NewApp): Promise<string> {
  await fillUploadForm(page, app);
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await page.waitForURL(/\/play\/[a-z2-7]{26}/, { timeout: 60_000 });
  return playedId(page);
}

export function playedId(page: Page): string {
  return /\/play\/([a-z2-7]{26})/.exec(page.url())?.[1] ?? '';
}

/** The game of a play page. The frame of a closing game stays in the page until it has saved. */
export function gameFrame(page: Page): Locator {
  return page.locator('iframe[data-game]');
}

export function game(page: Page): FrameLocator {
  return gameFrame(page).contentFrame();
}

/** Waits until a synthetic build has fetched all its parts and drawn. */
export async function started(frame: FrameLocator): Promise<void> {
  // A frame that navigates to another document meanwhile has not started yet.
  const ready = () =>
    frame
      .locator('body')
      .evaluate(() => Reflect.get(window, 'fluxFixtureStarted') === true)
      .catch(() => false);
  await expect.poll(ready, { timeout: 30_000 }).toBe(true);
}

/** An organization of the signed-in account, created if there is none. */
export function ownOrganization(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const path = '/api/organizations';
    const { user } = await (await fetch('/api/session')).json();
    const [first] = await (await fetch(`${path}?userId=${user.id}&uploadable=true`)).json();
    if (first) return first.id;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ name: `${user.username} and friends` });
    const made = await fetch(path, { method: 'POST', headers, body });
    if (!made.ok) throw new Error(`An organization could not be made: ${made.status}`);
    return (await made.json()).id;
  });
}

/** Publishes over the API, by default in an organization of the signed-in account. */
export async function publishByApi(page: Page, form: Record<string, string | Upload>): Promise<ApiAnswer> {
  const organizationId = form.organizationId ?? (await ownOrganization(page));
  return api(page, 'POST', '/api/applications', { ...form, organizationId });
}

/** The API's response to a call from within this page. Node may not resolve the name flux.localhost. */
export function api(
  page: Page,
  method: string,
  path: string,
  form?: Record<string, string | Upload>,
): Promise<ApiAnswer> {
  const fields = Object.entries(form ?? {}).map(([name, value]): [string, string, Uint8Array | null] =>
    typeof value === 'string' ? [name, value, null] : [name, value.name, new Uint8Array(value.buffer)],
  );
  return page.evaluate(
    async ([method, path, fields]) => {
      const body = new FormData();
      for (const [name, text, bytes] of fields) {
        if (bytes) body.append(name, new Blob([new Uint8Array(bytes)]), text);
        else body.append(name, text);
      }
      const response = await fetch(path, fields.length > 0 ? { method, body } : { method });
      return { status: response.status, body: await response.json() };
    },
    [method, path, fields] as const,
  );
}

/** The same account on a phone. The caller closes the context. */
export async function openOnPhone(
  { page, browser, baseURL }: { page: Page; browser: Browser; baseURL: string },
  viewport: { width: number; height: number },
): Promise<Page> {
  const storageState = await page.context().storageState();
  const phone = await browser.newContext({ baseURL, storageState, viewport, isMobile: true, hasTouch: true });
  return phone.newPage();
}
