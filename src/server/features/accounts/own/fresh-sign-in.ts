import { freshSignInMilliseconds } from '#shared/accounts.ts';
import { FluxError } from '#shared/errors.ts';
import type { Context } from '../../../context.ts';
import type { Viewer } from '../viewer.ts';

type Services = Pick<Context, 'clock'>;

/** Whether somebody signed in only just now, so that it is they and not whoever found the browser open. */
export function isFreshlySignedIn({ clock }: Services, viewer: Pick<Viewer, 'signedInAt'>): boolean {
  return clock.now().getTime() - viewer.signedInAt.getTime() < freshSignInMilliseconds;
}

/** @throws FluxError `fresh_sign_in_required` */
export function requireFreshSignIn(context: Services, viewer: Pick<Viewer, 'signedInAt'>): void {
  if (!isFreshlySignedIn(context, viewer)) throw new FluxError('fresh_sign_in_required');
}
