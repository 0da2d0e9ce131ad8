import { area } from '../area.ts';

export const texts = area({
  failedReason: '{failed}: {reason}',
});
