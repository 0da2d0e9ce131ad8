import type { Browser, Page } from '@playwright/test';
import { FluxProcess } from '../src/server/testing/servers/flux-process.ts';
import type { Mail } from '../src/shared/contact/mail.ts';
import { publish } from './account.ts';
import { checkout, expectBought, fillCard, openCheckout } from './checkout-steps.ts';
import { openManagement } from './plan-management.ts';
import { test as base, expect } from './server.ts';
import { api, game, signIn } from './steps.ts';

/** Playwright's `test` with a separate Flux whose clock can be moved. */
const test = base.extend({
  flux: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const flux = await FluxProcess.create({ env: { FLUX_TEST_CLOCK: 'on' } });
      try {
        await flux.start();
        await use(flux);
      } finally {
        await flux.dispose();
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const email = 'ada.lives@example.test';
const day = 86_400;

/** Runs in the page. */
async function post({ path, body }: { path: string; body: object }): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Moving the clock ends sessions, so each viewer signs in again, in a browser with the same time. */
async function personAt(browser: Browser, flux: FluxProcess, address: string, name: string, now: Date) {
  const context = await browser.newContext({ baseURL: flux.url });
  const page = await context.newPage();
  await page.clock.setSystemTime(now);
  await signIn(page, address, name, { plan: 'none' });
  return page;
}

class Journey {
  readonly #browser: Browser;
  readonly #flux: FluxProcess;
  #now = new Date();
  #ada: Page | null = null;
  readonly #mails = new Map<string, string>();

  constructor(browser: Browser, flux: FluxProcess) {
    this.#browser = browser;
    this.#flux = flux;
  }

  /** Ada, at the current time. */
  async ada(): Promise<Page> {
    await this.#ada?.context().close();
    this.#ada = await personAt(this.#browser, this.#flux, email, 'Ada', this.#now);
    return this.#ada;
  }

  /** The view of a visitor. */
  async stranger<T>(look: (page: Page) => Promise<T>): Promise<T> {
    const context = await this.#browser.newContext({ baseURL: this.#flux.url });
    try {
      return await look(await context.newPage());
    } finally {
      await context.close();
    }
  }

  async #asAdmin<T>(work: (page: Page) => Promise<T>): Promise<T> {
    const page = await personAt(this.#browser, this.#flux, 'admin@flux.localhost', 'Admin', this.#now);
    try {
      return await work(page);
    } finally {
      await page.context().close();
    }
  }

  async pass(days: number): Promise<void> {
    const body = { seconds: Math.round(days * day) };
    const { now } = await this.#asAdmin(
      (page) => page.evaluate(post, { path: '/api/test-payments/clock', body }) as Promise<{ now: string }>,
    );
    this.#now = new Date(now);
  }

  /** Half a day before an event, independent of the length of months. */
  async passAlmostTo(moment: string): Promise<void> {
    await this.pass((Date.parse(moment) - this.#now.getTime()) / (day * 1000) - 0.5);
  }

  /**
   * The subjects of Ada's mails, oldest first, after skipping some. Mails are deleted as the clock moves, so
   * those of earlier calls are kept here.
   */
  async mails(after = 0): Promise<string[]> {
    const { body } = await this.#asAdmin((page) => api(page, 'GET', '/api/admin/mails?limit=100'));
    const own = (body as Mail[]).filter(({ to }) => to === email);
    for (const { id, subject } of own.reverse()) this.#mails.set(id, subject);
    return [...this.#mails.values()].slice(after);
  }
}

/**
 * Users without a plan are redirected to the plans after five seconds. The redirect is disabled for slow
 * machines.
 */
async function stay(page: Page, path: string): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: 'The Plans page opens in' });
  await expect(async () => {
    await page.goto(path);
    await notice.getByRole('button', { name: 'Cancel' }).click({ timeout: 5_000 });
  }).toPass();
}

async function expectDownload(page: Page, id: string): Promise<void> {
  await stay(page, `/update/${id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download version 1.0.0' }).click();
  expect((await download).suggestedFilename()).toBe('game.zip');
}

const expectGone = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Application not found' })).toBeVisible();

test('a plan is bought, cancelled, ended, bought and ended again, and its content is permanently deleted', async ({
  browser,
  flux,
  allowError,
}) => {
  test.setTimeout(240_000);
  allowError(/status of (401|402|404)/);
  const journey = new Journey(browser, flux);
  const openAt = (id: string) => (page: Page) => page.goto(`/play/${id}`);

  let ada = await journey.ada();
  await openCheckout(ada);
  await fillCard(ada);
  await checkout(ada).getByRole('button', { name: 'Start free trial' }).click();
  await expectBought(ada, 'Pro', 'Free Trial');
  const id = await publish(ada, 'Moonlight');
  await openManagement(ada);
  await ada.getByRole('button', { name: 'Cancel Subscription' }).click();
  await ada
    .getByRole('dialog', { name: 'Cancel Pro?' })
    .getByRole('button', { name: 'Cancel Subscription' })
    .click();
  await expect(ada.getByText(/^Your subscription is cancelled\. Pro ends on /)).toBeVisible();
  await journey.stranger(async (page) => {
    await openAt(id)(page);
    await expect(game(page).getByText('game')).toBeVisible();
  });

  await journey.pass(8);
  await journey.stranger(async (page) => {
    await openAt(id)(page);
    await expectGone(page);
  });
  ada = await journey.ada();
  await stay(ada, `/play/${id}`);
  await expect(ada.getByText('This application is offline', { exact: true })).toBeVisible();
  await expectDownload(ada, id);
  expect(await journey.mails()).toEqual([
    'Your Pro trial has started',
    expect.stringMatching(/^Your Pro plan ends on /),
    'Your Pro plan has ended',
  ]);

  await journey.pass(25);
  expect(await journey.mails(3)).toEqual(['Your content will be deleted in a week']);
  ada = await journey.ada();
  await openCheckout(ada);
  await fillCard(ada);
  await checkout(ada).getByRole('button', { name: 'Pay $19.99', exact: true }).click();
  await expectBought(ada, 'Pro', 'Active');
  await expect
    .poll(() => journey.stranger(async (page) => (await page.goto(`/serve/${id}`))?.status()))
    .toBe(200);
  await journey.stranger(async (page) => {
    await openAt(id)(page);
    await expect(game(page).getByText('game')).toBeVisible();
  });
  expect(await journey.mails(4)).toEqual(['Welcome back: everything is online again']);

  const { body: held } = await api(ada, 'GET', '/api/subscriptions');
  const body = { subscriptionId: held[0].id };
  await ada.evaluate(post, { path: '/api/cancelSubscription', body });
  await expect.poll(() => journey.mails(5)).toEqual([expect.stringMatching(/^Your Pro plan ends on /)]);
  await journey.pass(32);
  const ended = await journey.mails();
  expect(ended.slice(-2)).toEqual([
    expect.stringMatching(/^Your Pro plan ends on /),
    'Your Pro plan has ended',
  ]);
  ada = await journey.ada();
  const { body: sleeping } = await api(ada, 'GET', '/api/offline');
  await journey.passAlmostTo(sleeping.offline.deletionAt);
  ada = await journey.ada();
  await expectDownload(ada, id);
  await journey.pass(1);
  ada = await journey.ada();
  await stay(ada, `/play/${id}`);
  await expectGone(ada);
  const last = await journey.mails();
  expect(last.slice(-4)).toEqual([
    'Your Pro plan has ended',
    'Your content will be deleted in a week',
    'Your content will be deleted tomorrow',
    'Your content was deleted',
  ]);
  const counts = Map.groupBy(last, (subject) => subject.replace(/ on .*/, ''));
  const times = Object.fromEntries([...counts].map(([subject, all]) => [subject, all.length]));
  expect(times).toEqual({
    'Your Pro trial has started': 1,
    'Your Pro plan ends': 2,
    'Your Pro plan has ended': 2,
    'Your content will be deleted in a week': 2,
    'Welcome back: everything is online again': 1,
    'Your content will be deleted tomorrow': 1,
    'Your content was deleted': 1,
  });
});
