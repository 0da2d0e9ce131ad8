import { namespace } from '../namespace.ts';

export const texts = namespace({
  failedReason: '{failed}: {reason}',
});
