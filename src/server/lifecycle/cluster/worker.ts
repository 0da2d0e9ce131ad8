import { flushCompileCache } from 'node:module';
import { RemoteLimits } from '../../platform/limits/remote-limits.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import { startServer } from '../server.ts';
import { Interrupted, Shutdown } from '../shutdown.ts';
import { describeFailure } from '../start-failure.ts';
import type { FromWorker, ToWorker, WorkerTask } from './messages.ts';

const aliveEveryMs = 1_000;

const shutdown = new Shutdown();
shutdown.follow();
const sharedLimits = new RemoteLimits(sendToPrimary);
let areJobsHealthy = false;
let ownJobs: (() => boolean) | null = null;

process.on('message', (message: ToWorker) => {
  if (message.kind === 'limits') sharedLimits.receive(message);
  else if (message.kind === 'jobs') areJobsHealthy = message.healthy;
  else if (message.kind === 'stop') void shutdown.end(0, message.fast);
  else void run(message.task);
});
setInterval(sendHeartbeat, aliveEveryMs).unref();

async function run({ config, database, stagingPart, runsJobs }: WorkerTask): Promise<void> {
  try {
    const log = createLog(config.logLevel);
    shutdown.logTo(log);
    const server = await startServer({
      config,
      log,
      database,
      shutdown,
      overrides: { sharedLimits, stagingPart, ...(runsJobs ? {} : { jobsElsewhere: () => areJobsHealthy }) },
    });
    if (runsJobs) ownJobs = server.jobsHealthy;
    sendHeartbeat();
    sendToPrimary({ kind: 'ready' });
    shutdown.started();
    flushCompileCache();
  } catch (error) {
    if (!(error instanceof Interrupted))
      await sendMessage({ kind: 'failed', message: describeFailure(error) });
    await shutdown.unwind(1);
  }
}

function sendHeartbeat(): void {
  sendToPrimary({ kind: 'alive', jobs: ownJobs?.() ?? null });
}

function sendToPrimary(message: FromWorker): void {
  process.send?.(message, undefined, undefined, () => {});
}

/** Resolves when the message is sent; otherwise the exit would drop it. */
function sendMessage(message: FromWorker): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}
