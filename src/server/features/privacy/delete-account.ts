import { confirmsDeletion } from '#shared/accounts/personal-data.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import { requireFreshSignIn } from '../accounts/own/fresh-sign-in.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { deletePerson } from './delete-data.ts';

/**
 * Deletes the user's own account with its content.
 * @param typed the display name, as a confirmation
 * @throws FluxError `fresh_sign_in_required`, `last_admin`; `invalid_input` for another text
 */
export async function deleteOwnAccount(context: Context, viewer: Viewer, typed: string): Promise<void> {
  requireFreshSignIn(context, viewer);
  await deletePerson(context, viewer.id, ({ username }) => {
    if (confirmsDeletion(typed, username)) return;
    const message = 'That is not your display name.';
    throw new FluxError('invalid_input', message, { fields: { confirm: message } });
  });
}
