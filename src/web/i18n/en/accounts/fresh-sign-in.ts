import { namespace } from '../../namespace.ts';

export const texts = namespace({
  confirmThatItIsYou: 'Confirm that it is you',
  thisNeedsASignInWithinTheLastTen:
    'This needs a sign-in within the last ten minutes. You return here afterwards.',
  continueWithLabel: 'Continue with {label}',
  noSignInMethodIsSupported: 'This server no longer supports any of your sign-in methods. Ask its operator.',
});
