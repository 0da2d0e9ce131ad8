import { namespace } from '../../namespace.ts';

export const texts = namespace({
  backToHome: 'Back to Home',
});
