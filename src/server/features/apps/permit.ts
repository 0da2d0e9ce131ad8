import { FluxError } from '#shared/errors.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type AppRights, canDelete, canEdit, canSee, canUpdate } from './can.ts';

export type Right = 'edit' | 'update' | 'delete';

const questions = { edit: canEdit, update: canUpdate, delete: canDelete };

/**
 * The app, where this viewer may do that with it.
 * @throws FluxError `app_not_found` for an app that is missing or not theirs to see; `forbidden`
 */
export function permit<App extends AppRights>(viewer: Viewer, app: App | null, right: Right): App {
  if (app === null || !canSee(viewer, app)) throw new FluxError('app_not_found');
  if (questions[right](viewer, app)) return app;
  const verb = right === 'delete' ? 'delete' : 'update';
  throw new FluxError(
    'forbidden',
    `Not authorized to ${verb} this application. Only its owner or an admin may do that.`,
  );
}
