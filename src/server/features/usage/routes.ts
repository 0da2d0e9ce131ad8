import { getUsageHistory as historyEndpoint, getUsage as usageEndpoint } from '#shared/admin/usage.ts';
import type { Context } from '../../context.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Meter } from './meter.ts';
import { getUsage, getUsageHistory } from './read.ts';
import { foldUsage, writeDelivered } from './write.ts';

const writeEveryMilliseconds = 10_000;

/** @param meter what delivery adds to */
export function registerUsage(http: Http<Viewer>, context: Context, meter: Meter): void {
  http.bindSignedIn(usageEndpoint, () => getUsage(context));
  http.bindSignedIn(historyEndpoint, async ({ query }) => ({
    days: await getUsageHistory(context, query.days),
  }));
  context.jobs.register({
    name: 'usage-fold',
    concurrency: 1,
    retryLimit: 0,
    schedule: '* * * * *',
    run: () => foldUsage(context),
  });
  const write = () =>
    writeDelivered(context, meter).catch((error: unknown) =>
      context.log.warn({ err: error }, 'what was delivered is written down later'),
    );
  const timer = setInterval(write, writeEveryMilliseconds).unref();
  // After the last request, and before the database closes.
  http.fastify.addHook('onClose', async () => {
    clearInterval(timer);
    await write();
  });
}
