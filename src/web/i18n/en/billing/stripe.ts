import { namespace } from '../../namespace.ts';

export const texts = namespace({
  tryAgain: 'Try Again',
});
