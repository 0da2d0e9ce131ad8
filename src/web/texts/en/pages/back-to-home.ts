import { area } from '../../area.ts';

export const texts = area({
  backToHome: 'Back to Home',
});
