import { area } from '../../area.ts';

export const texts = area({
  lastUpdatedNow: 'Last updated: {now}',
});
