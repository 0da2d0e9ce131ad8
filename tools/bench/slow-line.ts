import { loadavg } from 'node:os';
import { dirname } from 'node:path';
import { chromium } from '@playwright/test';
import { type RealVariant, realBuildZip } from '../../fixtures/real-build.ts';
import { type Figure, figure } from './figures.ts';
import { compareFirstFrames } from './first-frame.ts';
import { BenchFlux } from './flux.ts';
import { startLine } from './line.ts';
import { becomeQuiet } from './processes.ts';
import type { Effort } from './run.ts';
import { startUnityNginx } from './unity-nginx.ts';

const speed = { bitsPerSecond: 20_000_000, roundTripMs: 50 };

/** The first is the usual upload. The others start on an nginx without configuration for Unity. */
const variants: Record<string, RealVariant> = {
  gzip: 'gzip',
  'brotli with fallback': 'shipped',
  uncompressed: 'plain',
};

/**
 * From navigation to the first drawn frame over a slow home connection, compared with the same zip on nginx.
 */
export async function measureSlowLine({ quick, rounds }: Effort): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, variant] of Object.entries(variants)) {
    if (quick && variant !== 'gzip') continue;
    figures.push(await compare(name, await realBuildZip(variant), rounds));
  }
  return figures;
}

async function compare(uploadedAs: string, zip: Buffer, rounds: number): Promise<Figure> {
  // Each variant has its own server. Otherwise it would reuse blobs and encodings of another variant.
  const flux = await BenchFlux.start();
  const nginx = await startUnityNginx(zip, dirname(flux.process.dataDir));
  const lines = [await startLine(flux.process.port, speed), await startLine(nginx.port, speed)] as const;
  // Both sides keep their host names and use equal emulated lines.
  const rules = [flux.process.port, nginx.port].map(
    (port, side) => `MAP *.localhost:${port} 127.0.0.1:${lines[side]?.port}`,
  );
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: [`--host-resolver-rules=${rules.join(',')}`],
  });
  try {
    const { appId } = await flux.publish('real.zip', zip);
    await becomeQuiet(flux.process.pid);
    const urls = [`http://${flux.hostOf(appId)}/`, `http://nginx.localhost:${nginx.port}/`] as const;
    const [ours, theirs] = await compareFirstFrames(browser, urls, rounds);
    const [load = 0] = loadavg();
    const peer = `nginx ${Math.round(theirs)} ms, Flux ${Math.round(ours)} ms, at a load of ${load.toFixed(1)}`;
    const name = `first frame of a real build (${uploadedAs}), 20 Mbit/s, 50 ms`;
    return figure(name, ours / theirs, '× nginx', { atMost: 0.75 }, peer);
  } finally {
    await browser.close();
    for (const line of lines) await line.stop();
    await nginx.stop();
    await flux.dispose();
  }
}
