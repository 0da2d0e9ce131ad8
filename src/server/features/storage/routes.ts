import type { Register } from '../../app.ts';
import { registerGzipChecks } from './compression/check-gzip.ts';
import { registerCompression } from './compression/compress.ts';
import { registerConfigs } from './configs/routes.ts';
import { registerMoving } from './moving/routes.ts';
import { registerSweeps } from './sweep.ts';
import { foldTotals } from './totals.ts';

export const registerStorage: Register = async (http, context) => {
  await registerConfigs(http, context);
  await registerMoving(http, context);
  registerCompression(context);
  registerGzipChecks(context);
  registerSweeps(context);
  context.jobs.register({
    name: 'storage.fold-totals',
    concurrency: 1,
    retryLimit: 2,
    schedule: '*/10 * * * *',
    run: () => foldTotals(context.db),
  });
};
