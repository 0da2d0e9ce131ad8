import { namespace } from '../../namespace.ts';

export const texts = namespace({
  confirmThatItIsYou: 'Confirm that it is you',
  thisNeedsASignInOfThe: 'This needs a sign-in of the last ten minutes. You come back here and go on.',
  continueWithLabel: 'Continue with {label}',
  noneOfYourWaysToSignIn: 'None of your ways to sign in is set up here any more. Ask whoever runs this Flux.',
});
