import { area } from '../../area.ts';

export const texts = area({
  terms: 'Terms',
});
