import type { Context } from '#server/context.ts';
import { freshSignInMilliseconds } from '#shared/accounts/sign-in.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../viewer.ts';

type Services = Pick<Context, 'clock'>;

/**
 * Whether somebody signed in to Flux only just now, so that it is they and not whoever found the browser open. With an
 * OpenID Connect issuer, and with Microsoft where its tokens tell the time, that means that they have proved it at the
 * provider too. GitHub and Google ask for nothing from whoever is signed in there: with them it keeps out who has
 * Flux's session alone, not who has the browser in which the person is signed in at the provider.
 */
export function isFreshlySignedIn({ clock }: Services, viewer: Pick<Viewer, 'signedInAt'>): boolean {
  const { signedInAt } = viewer;
  return signedInAt !== null && clock.now().getTime() - signedInAt.getTime() < freshSignInMilliseconds;
}

/** @throws FluxError `fresh_sign_in_required` */
export function requireFreshSignIn(context: Services, viewer: Pick<Viewer, 'signedInAt'>): void {
  if (!isFreshlySignedIn(context, viewer)) throw new FluxError('fresh_sign_in_required');
}
