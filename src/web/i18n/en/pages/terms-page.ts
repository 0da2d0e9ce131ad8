import { area } from '../../namespace.ts';

export const texts = area({
  terms: 'Terms',
});
