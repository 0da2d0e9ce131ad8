import { type Browser, expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { Subscription } from '../src/shared/billing/billing.ts';
import { planLimits } from '../src/shared/billing/plans.ts';
import { subscribe } from './database.ts';
import { openSession } from './session.ts';

/** What a person does, in their own words; each ends where its result can be seen. */

export interface SignInOptions {
  /**
   * What somebody subscribes to who has no plan yet: enterprise if not given, since journeys share their people, who
   * upload more than other plans allow. `none` leaves somebody new without a plan: Flux leads them to the plans.
   */
  plan?: 'enterprise' | 'pro' | 'indie' | 'none';
}

/**
 * Signs in by the local provider, and sees to it that the person has a plan. The pages on the way are left out, and so is
 * the one that people land on: they cost as much as half a journey. `signInThroughPages` is for journeys that are about
 * them, and `openHome` for those that go on from there.
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

/** The same from the button in the bar on, with the cookies exactly as the server sets them. */
export async function signInThroughPages(page: Page, email: string, name: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await continueAs(page, email, name);
  await expect(page.getByRole('banner').getByRole('link', { name: /upload/i })).toBeVisible();
  if (await subscribe(page, email, 'enterprise')) await openHome(page);
}

/** The first page of somebody who is signed in. */
export async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: /upload/i })).toBeVisible();
}

/** Fills in the page of the local provider, in whichever window it is. */
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

/** A subscription as the API answers it: one that is paid, has no trial and goes on, but for what is given. */
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

/** For states that only a payment leads to. */
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

/** As from the file manager, which no script of a page can imitate. */
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

/** Whether they stand below each other in this order, for the eye and in the page. */
export async function expectInOrder(parts: Locator[]): Promise<void> {
  const tops = await Promise.all(
    parts.map((part) => part.evaluate((node) => node.getBoundingClientRect().top)),
  );
  expect(tops).toEqual([...new Set(tops)].sort((one, other) => one - other));
}

/** Uploads and answers the new app's id, from the address of the play page it leads to. */
export async function upload(page: Page, app: NewApp): Promise<string> {
  await fillUploadForm(page, app);
  await page.getByRole('button', { name: 'Upload Application' }).click();
  await page.waitForURL(/\/play\/[a-z2-7]{26}/, { timeout: 60_000 });
  return playedId(page);
}

export function playedId(page: Page): string {
  return /\/play\/([a-z2-7]{26})/.exec(page.url())?.[1] ?? '';
}

/** The game of a play page. The frame of a game that is being left stays in the page until it has saved. */
export function gameFrame(page: Page): Locator {
  return page.locator('iframe[data-game]');
}

export function game(page: Page): FrameLocator {
  return gameFrame(page).contentFrame();
}

/** Waits until a synthetic build has fetched all its parts and drawn. */
export async function started(frame: FrameLocator): Promise<void> {
  // A frame that goes on to another document in between has not started yet.
  const ready = () =>
    frame
      .locator('body')
      .evaluate(() => Reflect.get(window, 'fluxFixtureStarted') === true)
      .catch(() => false);
  await expect.poll(ready, { timeout: 30_000 }).toBe(true);
}

/** An organization of whoever is signed in, made where there is none. */
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

/** Publishes by the API, in an organization of one's own where none is given. */
export async function publishByApi(page: Page, form: Record<string, string | Upload>): Promise<ApiAnswer> {
  const organizationId = form.organizationId ?? (await ownOrganization(page));
  return api(page, 'POST', '/api/applications', { ...form, organizationId });
}

/** What the API answers to this page, asked from within it: Node may not know the name flux.localhost. */
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

/** The person of a page with their phone in hand; its context is the taker's to close. */
export async function openOnPhone(
  { page, browser, baseURL }: { page: Page; browser: Browser; baseURL: string },
  viewport: { width: number; height: number },
): Promise<Page> {
  const storageState = await page.context().storageState();
  const phone = await browser.newContext({ baseURL, storageState, viewport, isMobile: true, hasTouch: true });
  return phone.newPage();
}
