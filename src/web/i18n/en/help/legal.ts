import { namespace } from '../../namespace.ts';

export const texts = namespace({
  lastUpdatedNow: 'Last updated: {now}',
});
