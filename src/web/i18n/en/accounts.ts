import { namespace } from '../namespace.ts';

export const texts = namespace({
  welcomeToFlux: 'Welcome to Flux',
  signInOrCreateAnAccountWith: 'Sign in or create an account with your preferred provider',
  continueWithLabel: 'Continue with {label}',
  yourSessionHasEnded: 'Your session has ended',
  signInAgainAsUsername:
    'Sign in again as {username} to go on. What you typed and chose on this page is still here.',
  leaveWithoutSaving: 'Leave without saving',
  failedToLoadUserData: 'Failed to load user data',
  signInIsNotSetUpYet: 'Sign-in is not set up yet. Ask whoever runs this Flux to configure a provider.',
  continueInTheLabelWindow: 'Continue in the {label} window.',
  goingToLabel: 'Going to {label}.',
  signInWasCancelled: 'Sign-in was cancelled',
  signInIsAlreadyInProgress: 'Sign-in is already in progress',
  popupWasBlockedByBrowser: 'Popup was blocked by browser',
  labelCouldNotBeReachedPleaseTry: '{label} could not be reached. Please try again in a moment.',
  thisSignInTookTooLongOr: 'This sign-in took too long or was begun in another browser. Please try again.',
  safariDoesNotKeepTheSignIn:
    'Safari and other WebKit browsers do not keep the sign-in cookie over http. Use https or another browser.',
  tooManyAttemptsPleaseWaitAMinute: 'Too many attempts. Please wait a minute and try again.',
  noUserLoggedIn: 'No user logged in',
  pleaseConfirmThatItIsYouFirst: 'Please confirm that it is you first.',
  youSignInWithThisLabelAccount: 'You sign in with this {label} account already.',
  thisLabelAccountBelongsToAnother:
    'This {label} account belongs to another Flux account. To use it here, remove it there, or delete that account where it is its only way to sign in.',
  labelSignInFailed: '{label} sign-in failed',
  somebodyElseHasSignedInHere: 'Somebody else has signed in here meanwhile. Nothing was added.',
  thisLabelAccountIsNotOneOf:
    'This {label} account is not one of yours. Please choose one that you sign in to this Flux account with.',
  agreeToTermsAndPrivacy:
    'By continuing, you agree to our <terms>Terms of Service</terms> and <privacy>Privacy Policy</privacy>',
});
