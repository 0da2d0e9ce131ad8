import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CDPSession, chromium } from '@playwright/test';

/** What one visit took from the network, as the browser counted it. */
export interface Visit {
  /** Bytes of bodies on the wire. */
  bodyBytes: number;
  /** Answers from the network, by their status: what came from the browser's own cache is none. */
  answers: Map<number, number>;
  /** Where bodies came from, with their bytes. */
  bodies: Map<string, number>;
}

const patienceMs = 10 * 60_000;
/** Chromium writes what it keeps a moment after it has it. */
const settleMs = 12_000;

/** Somebody with a browser of their own, which they close after each visit. */
export class Player {
  readonly #profile: string;

  private constructor(profile: string) {
    this.#profile = profile;
  }

  static async create(): Promise<Player> {
    return new Player(await mkdtemp(join(tmpdir(), 'flux-bench-player-')));
  }

  /** Opens the page of a real build and stays until its engine runs and nothing is on its way any more. */
  async visit(url: string): Promise<Visit> {
    const context = await chromium.launchPersistentContext(this.#profile, {
      executablePath: process.env.CHROMIUM_PATH,
      headless: true,
    });
    try {
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      const watch = await watchNetwork(session);
      await page.goto(url, { timeout: patienceMs });
      const ended = await page.waitForFunction(
        () => Reflect.get(window, '__engineError') ?? Reflect.has(window, '__engineInstance'),
        undefined,
        { timeout: patienceMs },
      );
      const error = await ended.jsonValue();
      if (error !== true) throw new Error(`The build did not start: ${error}`);
      while (watch.underWay.size > 0) await sleep(100);
      await sleep(settleMs);
      return watch.visit;
    } finally {
      await context.close();
    }
  }

  async dispose(): Promise<void> {
    await rm(this.#profile, { recursive: true, force: true });
  }
}

async function watchNetwork(session: CDPSession): Promise<{ visit: Visit; underWay: Set<string> }> {
  const visit: Visit = { bodyBytes: 0, answers: new Map(), bodies: new Map() };
  const underWay = new Set<string>();
  const urls = new Map<string, string>();
  const add = <Key>(to: Map<Key, number>, key: Key, amount: number) =>
    to.set(key, (to.get(key) ?? 0) + amount);
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    urls.set(requestId, request.url);
    underWay.add(requestId);
  });
  session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => add(visit.answers, statusCode, 1));
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (encodedDataLength === 0) return;
    visit.bodyBytes += encodedDataLength;
    add(visit.bodies, urls.get(requestId) ?? requestId, encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId }) => underWay.delete(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => underWay.delete(requestId));
  await session.send('Network.enable');
  return { visit, underWay };
}
