import { namespace } from '../../namespace.ts';

export const texts = namespace({
  pageNotFound: 'Page not found',
  thereIsNothingHere: 'There is nothing here',
  noPageHasThisAddress: 'No page has this address. The link may be outdated or mistyped.',
  backToHome: 'Back to Home',
});
