import {
  createOrganization as createEndpoint,
  getOrganization as getEndpoint,
  listOrganizations as listEndpoint,
  settingsOf,
  updateOrganization as updateEndpoint,
} from '#shared/orgs/orgs.ts';
import type { Register } from '../../app.ts';
import { createOrganization } from './create.ts';
import { registerInvitations } from './invitations/routes.ts';
import { listOrganizations } from './list.ts';
import { registerMembers } from './members/routes.ts';
import { getOrganization } from './read.ts';
import { updateOrganization } from './update.ts';

export const registerOrganizations: Register = async (http, context) => {
  await registerMembers(http, context);
  await registerInvitations(http, context);
  http.bindSignedIn(listEndpoint, ({ query, viewer }) => listOrganizations(context, viewer, query));
  http.bindSignedIn(createEndpoint, ({ body, viewer }) =>
    createOrganization(context, viewer, { ...body, settings: settingsOf(body) }),
  );
  http.bindSignedIn(getEndpoint, ({ params, viewer }) => getOrganization(context, viewer, params.id));
  http.bindSignedIn(updateEndpoint, ({ params, body, viewer }) =>
    updateOrganization(context, viewer, params.id, { ...body, settings: settingsOf(body) }),
  );
};
