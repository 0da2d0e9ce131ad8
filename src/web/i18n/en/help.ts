import { namespace } from '../namespace.ts';

export const texts = namespace({
  onThisPage: 'On this page',
  contents: 'Contents',
  ourSupport: 'our support',
});
