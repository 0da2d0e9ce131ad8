import type { Register } from '../../app.ts';
import { pruneSubmissions } from './submission-quota.ts';

export const registerSubmissionQuota: Register = (_http, context) => {
  context.jobs.register({
    name: 'submissions-prune',
    concurrency: 1,
    retryLimit: 2,
    schedule: '29 * * * *',
    followsClock: true,
    run: () => pruneSubmissions(context),
  });
};
