import {
  deleteApplication,
  getApplication,
  renewShareKey,
  switchOffShareKey,
  updateApplication,
} from '#shared/apps/apps.ts';
import { succeeded } from '#shared/contract/contract.ts';
import { deleteOrganization as deleteOrganizationEndpoint } from '#shared/orgs/orgs.ts';
import type { Register } from '../../app.ts';
import { removeApp } from './delete.ts';
import { checkMayEdit, editApp } from './edit.ts';
import { registerAppList } from './list/routes.ts';
import { deleteOrganization } from './of-organization/delete-organization.ts';
import { getApp } from './read.ts';
import { renewShareLink, switchOffShareLink } from './share.ts';
import { registerThumbnails } from './thumbnails/routes.ts';

export const registerApps: Register = (http, context) => {
  registerThumbnails(http, context);
  registerAppList(http, context);
  http.bind(getApplication, ({ params, query, viewer }) =>
    getApp(context, viewer, params.id, { shareKey: query.key }),
  );
  http.bindSignedIn(
    updateApplication,
    ({ params, body, files, viewer }) => editApp(context, viewer, params.id, body, files.get('thumbnail')),
    { preflight: ({ params, viewer }) => checkMayEdit(context, viewer, params.id) },
  );
  http.bindSignedIn(deleteApplication, async ({ params, viewer }) => {
    await removeApp(context, viewer, params.id);
    return succeeded;
  });
  // Organization calls that also affect applications.
  http.bindSignedIn(deleteOrganizationEndpoint, async ({ params, query, viewer }) => {
    await deleteOrganization(context, viewer, params.id, query);
    return succeeded;
  });
  http.bindSignedIn(renewShareKey, async ({ params, viewer }) => ({
    ...succeeded,
    shareUrl: await renewShareLink(context, viewer, params.id),
  }));
  http.bindSignedIn(switchOffShareKey, async ({ params, viewer }) => {
    await switchOffShareLink(context, viewer, params.id);
    return succeeded;
  });
};
