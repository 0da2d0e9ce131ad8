import { tmpdir } from 'node:os';
import { type RealVariant, realBuildZip } from '../../fixtures/real-build.ts';
import { finishBackgroundWork } from './background-work.ts';
import { type Figure, figure } from './figures.ts';
import { BenchFlux } from './flux.ts';
import { Player, type Visit } from './player.ts';
import type { Effort } from './run.ts';
import { startUnityNginx } from './unity-nginx.ts';

const variants: Record<string, RealVariant> = {
  gzip: 'gzip',
  brotli: 'brotli',
  uncompressed: 'plain',
  'brotli with fallback': 'shipped',
};

/** Downloads of a first and a second visit to a real build, for each kind of upload, compared with nginx. */
export async function measureFirstDownload({ quick }: Effort): Promise<Figure[]> {
  const figures: Figure[] = [];
  const gzip = await onNginx('gzip');
  for (const [name, variant] of Object.entries(variants)) {
    if (quick && variant !== 'gzip') continue;
    const uploaded = variant === 'gzip' ? gzip : await onNginx(variant);
    // Each variant has its own server. Otherwise it would reuse blobs and encodings of another variant.
    const flux = await BenchFlux.start();
    try {
      const { appId } = await flux.publish('build.zip', await realBuildZip(variant));
      await finishBackgroundWork(flux.process);
      const url = `http://${flux.hostOf(appId)}/`;
      const [first, back] = await visits(url, 2);
      const what = `first download of a build uploaded as ${name}`;
      figures.push(ratio(what, first, '× gzip on nginx', gzip, 0.8));
      figures.push(ratio(what, first, '× as uploaded', uploaded, 1));
      figures.push(returning(`return visit to a build uploaded as ${name}`, back));
    } finally {
      await flux.dispose();
    }
  }
  return figures;
}

async function onNginx(variant: RealVariant): Promise<Visit> {
  const nginx = await startUnityNginx(await realBuildZip(variant), tmpdir());
  try {
    const [first] = await visits(`http://nginx.localhost:${nginx.port}/`, 1);
    return first;
  } finally {
    await nginx.stop();
  }
}

/** First visits, one after another, each with an empty cache. */
async function visits(url: string, count: number): Promise<[Visit, Visit]> {
  const player = await Player.create();
  try {
    const first = await player.visit(url);
    return [first, count > 1 ? await player.visit(url) : first];
  } finally {
    await player.dispose();
  }
}

function ratio(name: string, ours: Visit, unit: string, theirs: Visit, atMost: number): Figure {
  const peer = `nginx ${inMegabytes(theirs)}, Flux ${inMegabytes(ours)}`;
  return figure(name, ours.bodyBytes / theirs.bodyBytes, unit, { atMost }, peer);
}

function returning(name: string, { bodyBytes, answers }: Visit): Figure {
  const all = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
  return figure(name, bodyBytes, 'bytes of bodies', { atMost: 0 }, `answers from the network: ${all}`);
}

function inMegabytes({ bodyBytes }: Visit): string {
  return `${(bodyBytes / 1e6).toFixed(2)} MB`;
}
