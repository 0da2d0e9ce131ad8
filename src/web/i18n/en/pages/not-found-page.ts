import { namespace } from '../../namespace.ts';

export const texts = namespace({
  pageNotFound: 'Page not found',
  nothingIsShowingHere: 'Nothing is showing here',
  thisAddressLeadsToAnEmptySeat: 'This address leads to an empty seat. The link may be old, or mistyped.',
  backToHome: 'Back to Home',
});
