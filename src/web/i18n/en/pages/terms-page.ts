import { namespace } from '../../namespace.ts';

export const texts = namespace({
  terms: 'Terms',
});
