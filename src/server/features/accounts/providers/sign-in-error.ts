import * as oidc from 'openid-client';
import { SignInError } from '../identity-provider.ts';

const maxMessageLength = 300;
/** The library's codes of a timeout and of a failing provider. */
const unreachableCodes = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];

/** The user-visible error of a failed exchange with a provider. */
export function asSignInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error;
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === 'access_denied') return new SignInError('auth/cancelled', { cause: error });
    const providerMessage = error.error_description?.trim().slice(0, maxMessageLength);
    return new SignInError('auth/invalid-credential', {
      cause: error,
      ...(providerMessage ? { providerMessage } : {}),
    });
  }
  return new SignInError(isUnreachable(error) ? 'auth/network-request-failed' : 'auth/invalid-credential', {
    cause: error,
  });
}

/** `fetch` throws a TypeError for an unreachable provider. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  if (error instanceof oidc.ClientError) return unreachableCodes.includes(error.code ?? '');
  return error instanceof TypeError;
}
