import type { Context } from '#server/context.ts';
import { freshSignInMilliseconds } from '#shared/accounts/sign-in.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../viewer.ts';

type Services = Pick<Context, 'clock'>;

/**
 * Whether the user signed in within the last ten minutes, so that a stolen open session is not enough for sensitive
 * actions. OpenID Connect issuers and Microsoft (with `auth_time`) also prove a recent sign-in at the provider.
 * GitHub and Google do not re-authenticate users who are signed in there.
 */
export function isFreshlySignedIn({ clock }: Services, viewer: Pick<Viewer, 'signedInAt'>): boolean {
  const { signedInAt } = viewer;
  return signedInAt !== null && clock.now().getTime() - signedInAt.getTime() < freshSignInMilliseconds;
}

/** @throws FluxError `fresh_sign_in_required` */
export function requireFreshSignIn(context: Services, viewer: Pick<Viewer, 'signedInAt'>): void {
  if (!isFreshlySignedIn(context, viewer)) throw new FluxError('fresh_sign_in_required');
}
