import { area } from '../../area.ts';

export const texts = area({
  tryAgain: 'Try Again',
});
