import { offlineMessages } from '#shared/billing/offline.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type AppRights, canApprove, canDelete, canEdit, canLookInside, canSee, canUpdate } from './can.ts';

export type Right = 'lookInside' | 'edit' | 'update' | 'delete' | 'approve';

const questions = {
  lookInside: canLookInside,
  edit: canEdit,
  update: canUpdate,
  delete: canDelete,
  approve: canApprove,
};

const refusals: Record<Right, string> = {
  lookInside: 'Not authorized to update this application. Only its owner or an admin may do that.',
  edit: 'Not authorized to update this application. Only its owner or an admin may do that.',
  update: 'Not authorized to update this application. Only its owner or an admin may do that.',
  delete: 'Not authorized to delete this application. Only its owner or an admin may do that.',
  approve: 'Only the owner and admins of its organization may decide on this application.',
};

/** Whether this viewer may do that with it. */
export function allows(viewer: Viewer, app: AppRights, right: Right): boolean {
  return questions[right](viewer, app);
}

/**
 * The app, where this viewer may do that with it.
 * @throws FluxError `app_not_found` for an app that is missing or not theirs to see; `subscription_required` for one that
 * is offline; `forbidden`
 */
export function permit<App extends AppRights>(viewer: Viewer, app: App | null, right: Right): App {
  if (app === null || !canSee(viewer, app)) throw new FluxError('app_not_found');
  if (allows(viewer, app, right)) return app;
  if (app.isOffline) throw new FluxError('subscription_required', offlineMessages.application);
  throw new FluxError('forbidden', refusals[right]);
}
