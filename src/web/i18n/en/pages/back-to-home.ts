import { area } from '../../namespace.ts';

export const texts = area({
  backToHome: 'Back to Home',
});
