import { dirname } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { realBuildZip } from '../../fixtures/real-build.ts';
import { type Figure, figure, median } from './figures.ts';
import { BenchFlux } from './flux.ts';
import { becomeQuiet } from './processes.ts';
import type { Effort } from './run.ts';
import { startUnityNginx } from './unity-nginx.ts';

const patienceMs = 120_000;

/** From navigation to the first drawn frame of a real Unity build, compared with the same zip on nginx. */
export async function measureFirstFrame({ rounds }: Effort): Promise<Figure[]> {
  const zip = await realBuildZip('brotli');
  const flux = await BenchFlux.start();
  const nginx = await startUnityNginx(zip, dirname(flux.process.dataDir));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
  try {
    const { appId } = await flux.publish('real.zip', zip);
    await becomeQuiet(flux.process.pid);
    const urls = [`http://${flux.hostOf(appId)}/`, `http://nginx.localhost:${nginx.port}/`] as const;
    const [ours, theirs] = await compareFirstFrames(browser, urls, rounds * 2);
    const peer = `nginx ${Math.round(theirs)} ms, Flux ${Math.round(ours)} ms`;
    return [figure('first frame of a real build', ours / theirs, '× nginx', { atMost: 1.05 }, peer)];
  } finally {
    await browser.close();
    await nginx.stop();
    await flux.dispose();
  }
}

/**
 * The median time to the first frame at two addresses, in milliseconds. Visits alternate and have an empty
 * cache.
 */
export async function compareFirstFrames(
  browser: Browser,
  urls: readonly [string, string],
  rounds: number,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const side of order) {
      const time = await firstFrame(browser, urls[side]);
      // The first round warms the disk caches of both sides.
      if (round >= 0) times[side].push(time);
    }
  }
  return [median(times[0]), median(times[1])];
}

/**
 * Milliseconds from the start of the navigation to the end of the first frame, in a context without a cache.
 */
async function firstFrame(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  try {
    await context.addInitScript(noteFirstDraw);
    const page = await context.newPage();
    await page.goto(url);
    const handle = await page.waitForFunction(() => Reflect.get(window, '__firstFrameAt'), undefined, {
      timeout: patienceMs,
    });
    return Number(await handle.jsonValue());
  } finally {
    await context.close();
  }
}

/** Runs in the page. The frame of the first WebGL draw call has ended when the next frame begins. */
function noteFirstDraw(): void {
  const note = () => {
    if (Reflect.get(window, '__drawn')) return;
    Reflect.set(window, '__drawn', true);
    requestAnimationFrame(() => Reflect.set(window, '__firstFrameAt', performance.now()));
  };
  for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext]) {
    for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced']) {
      const draw = Reflect.get(prototype, name);
      if (typeof draw !== 'function') continue;
      Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]) {
        note();
        return Reflect.apply(draw, this, args);
      });
    }
  }
}
