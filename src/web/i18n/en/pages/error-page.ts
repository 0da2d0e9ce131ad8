import { namespace } from '../../namespace.ts';

export const texts = namespace({
  backToHome: 'Back to Home',
  somethingWentWrong: 'Something went wrong',
  thisPageCouldNotBeLoaded: 'This page could not be loaded',
  aPartOfItDidNotArrive: 'A part of it did not arrive. Check your connection and try again.',
  thisPageStoppedWorkingNothingYou: 'This page stopped working. Nothing you saved is lost.',
});
