import { namespace } from '../namespace.ts';

export const texts = namespace({
  welcomeToFlux: 'Welcome to Flux',
  signInOrCreateAnAccountWith: 'Sign in or create an account with your preferred provider',
  continueWithLabel: 'Continue with {label}',
  yourSessionHasEnded: 'Your session has ended',
  signInAgainAsUsername: 'Sign in again as {username} to continue. Your input on this page is still here.',
  leaveWithoutSaving: 'Leave without saving',
  failedToLoadUserData: 'Failed to load user data',
  signInIsNotSetUpYetAskThe:
    'Sign-in is not set up yet. Ask the operator of this server to configure a provider.',
  continueInTheLabelWindow: 'Continue in the {label} window.',
  redirectingToLabel: 'Redirecting to {label}.',
  signInWasCancelled: 'Sign-in was cancelled',
  signInIsAlreadyInProgress: 'Sign-in is already in progress',
  popupWasBlockedByBrowser: 'Popup was blocked by browser',
  labelCouldNotBeReachedPleaseTry: '{label} could not be reached. Please try again in a moment.',
  thisSignInExpiredOrStartedIn: 'This sign-in expired or started in another browser. Please try again.',
  safariDoesNotKeepTheSignIn:
    'Safari and other WebKit browsers do not keep the sign-in cookie over http. Use https or another browser.',
  tooManyAttemptsPleaseWaitAMinute: 'Too many attempts. Please wait a minute and try again.',
  noUserLoggedIn: 'No user logged in',
  pleaseConfirmThatItIsYouFirst: 'Please confirm that it is you first.',
  youAlreadySignInWithThisLabel: 'You already sign in with this {label} account.',
  thisLabelAccountBelongsToAnother:
    'This {label} account belongs to another Flux account. To use it here, remove it there. If that account has no other sign-in method, delete that account.',
  labelSignInFailed: '{label} sign-in failed',
  anotherUserHasSignedIn: 'Another user has signed in here in the meantime. Nothing was added.',
  thisLabelAccountIsNotOneOf:
    'This {label} account is not yours. Please choose one that you use to sign in to this Flux account.',
  agreeToTermsAndPrivacy:
    'By continuing, you agree to our <terms>Terms of Service</terms> and <privacy>Privacy Policy</privacy>',
});
