import { area } from '../../namespace.ts';

export const texts = area({
  lastUpdatedNow: 'Last updated: {now}',
});
