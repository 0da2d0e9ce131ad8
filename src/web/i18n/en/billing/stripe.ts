import { area } from '../../namespace.ts';

export const texts = area({
  tryAgain: 'Try Again',
});
