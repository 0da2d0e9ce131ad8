import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CDPSession, chromium } from '@playwright/test';

/** Network traffic of one visit, as counted by the browser. */
export interface Visit {
  /** Body bytes on the wire. */
  bodyBytes: number;
  /** Responses from the network by status. Responses from the browser's cache are not counted. */
  answers: Map<number, number>;
  /** Sources of bodies, with their bytes. */
  bodies: Map<string, number>;
}

const patienceMs = 10 * 60_000;
/** Chromium writes its cache with a short delay. */
const settleMs = 12_000;

/** A returning player: a browser profile that is closed after each visit. */
export class Player {
  readonly #profile: string;

  private constructor(profile: string) {
    this.#profile = profile;
  }

  static async create(): Promise<Player> {
    return new Player(await mkdtemp(join(tmpdir(), 'flux-bench-player-')));
  }

  /** Opens the page of a real build and waits until the engine runs and the network is idle. */
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
  const received = new Map<string, number>();
  const declared = new Map<string, number>();
  const end = (requestId: string) => {
    underWay.delete(requestId);
    // Chromium reports no chunks for the page itself. Its Content-Length has arrived by now.
    const bytes = received.get(requestId) || (declared.get(requestId) ?? 0);
    if (bytes === 0) return;
    visit.bodyBytes += bytes;
    const url = urls.get(requestId) ?? requestId;
    visit.bodies.set(url, (visit.bodies.get(url) ?? 0) + bytes);
  };
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    urls.set(requestId, request.url);
    underWay.add(requestId);
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode, headers }) => {
    visit.answers.set(statusCode, (visit.answers.get(statusCode) ?? 0) + 1);
    const length = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-length')?.[1];
    declared.set(requestId, statusCode === 200 ? Number(length ?? 0) : 0);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    received.set(requestId, (received.get(requestId) ?? 0) + encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId }) => end(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId));
  await session.send('Network.enable');
  return { visit, underWay };
}
