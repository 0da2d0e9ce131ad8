import { namespace } from '../../namespace.ts';

export const texts = namespace({
  backToHome: 'Back to Home',
  somethingWentWrong: 'Something went wrong',
  thisPageCouldNotBeLoaded: 'This page could not be loaded',
  partOfThePageDidNotLoadCheckYour: 'Part of the page did not load. Check your connection and try again.',
  thisPageStoppedWorkingNothingYou: 'This page stopped working. Nothing you saved is lost.',
});
