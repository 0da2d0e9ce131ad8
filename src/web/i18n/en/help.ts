import { area } from '../namespace.ts';

export const texts = area({
  onThisPage: 'On this page',
  contents: 'Contents',
  ourSupport: 'our support',
});
