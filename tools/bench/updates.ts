import { finishBackgroundWork } from './background-work.ts';
import { type Cost, costInFlux, idleShare } from './cost-in-flux.ts';
import { BenchFlux } from './flux.ts';
import { Player, type Visit } from './player.ts';
import { type BuildPair, type Publishing, packBuild } from './update-builds.ts';

/** One application, published, updated, rolled back and rebuilt, and the visits after each step. */
export interface Updates {
  /** Cost of the first version and of its update, until all background work was done. */
  costs: [first: Cost, update: Cost];
  /** Visits of players who had the first version. */
  returning: Visit;
  update: Visit;
  backToFirst: Visit;
  rebuild: Visit;
  toGzip: Visit;
  toBrotli: Visit;
  toHashes: Visit;
  /** First visits after the update. */
  whole: Visit;
  rollback: Visit;
  /** Size of the update without any encoding, in bytes. */
  plainBytes: number;
}

let run: Promise<Updates> | null = null;

/** The parts share one run, because compressing such builds takes minutes. */
export function measureUpdates(pair: BuildPair): Promise<Updates> {
  run ??= visitUpdates(pair);
  return run;
}

async function visitUpdates(pair: BuildPair): Promise<Updates> {
  const flux = await BenchFlux.start();
  const [early, late] = [await Player.create(), await Player.create()];
  try {
    // Code loading and database setup of the first request are no cost of the version.
    await flux.publish('index.html', Buffer.from('<!doctype html><title>Idle</title>'));
    await finishBackgroundWork(flux.process);
    const idle = await idleShare(flux.process.pid);
    let appId = '';
    const older = await packBuild(pair.older, { compression: 'none' });
    const first = await costInFlux(flux, idle, async () => {
      ({ appId } = await flux.publish('build.zip', older));
    });
    const address = `http://${flux.hostOf(appId)}/`;
    await early.visit(address);
    const returning = await early.visit(address);

    const newer = await packBuild(pair.newer, { compression: 'none' });
    const second = await costInFlux(flux, idle, () => flux.update(appId, 'build.zip', newer));
    const update = await early.visit(address);
    const whole = await late.visit(address);
    const plainBytes = await plainDownload(flux, appId, whole);

    await flux.rollBack(appId);
    await finishBackgroundWork(flux.process);
    const rollback = await late.visit(address);
    const backToFirst = await early.visit(address);

    const publish = async (publishing: Publishing): Promise<Visit> => {
      await flux.update(appId, 'build.zip', await packBuild(pair.newer, publishing));
      await finishBackgroundWork(flux.process);
      return late.visit(address);
    };
    await flux.update(appId, 'build.zip', newer);
    await finishBackgroundWork(flux.process);
    await late.visit(address);
    const toGzip = await publish({ compression: 'gzip' });
    const rebuild = await publish({ compression: 'gzip', madeAt: 1_700_000_000 });
    const toBrotli = await publish({ compression: 'brotli' });
    const toHashes = await publish({ compression: 'brotli', namesAsHashes: true });
    const visits = { returning, update, backToFirst, rebuild, toGzip, toBrotli, toHashes, whole, rollback };
    return { costs: [first, second], ...visits, plainBytes };
  } finally {
    await flux.dispose();
    await early.dispose();
    await late.dispose();
  }
}

/** The bytes of a visit's files for a client that accepts no encoding. */
async function plainDownload(flux: BenchFlux, appId: string, { bodies }: Visit): Promise<number> {
  let bytes = 0;
  for (const url of bodies.keys()) bytes += await flux.plainBytes(appId, new URL(url).pathname);
  return bytes;
}
