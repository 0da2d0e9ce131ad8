import { confirmsDeletion } from '#shared/accounts/personal-data.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import { requireFreshSignIn } from '../accounts/own/fresh-sign-in.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { erasePerson } from './delete-data.ts';

/**
 * Deletes one's own account with everything in it.
 * @param typed one's display name, as proof of meaning it
 * @throws FluxError `fresh_sign_in_required`, `last_admin`; `invalid_input` where something else was typed
 */
export async function leave(context: Context, viewer: Viewer, typed: string): Promise<void> {
  requireFreshSignIn(context, viewer);
  await erasePerson(context, viewer.id, ({ username }) => {
    if (confirmsDeletion(typed, username)) return;
    const message = 'That is not your display name.';
    throw new FluxError('invalid_input', message, { fields: { confirm: message } });
  });
}
