import { area } from '../namespace.ts';

export const texts = area({
  failedReason: '{failed}: {reason}',
});
