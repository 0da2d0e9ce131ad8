import type { Register } from '../../app.ts';
import { pruneSendings } from './admit.ts';

export const registerSenders: Register = (_http, context) => {
  context.jobs.register({
    name: 'senders-prune',
    concurrency: 1,
    retryLimit: 2,
    schedule: '29 * * * *',
    followsClock: true,
    run: () => pruneSendings(context),
  });
};
