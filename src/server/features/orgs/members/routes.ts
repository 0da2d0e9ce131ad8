import type { Register } from '#server/app.ts';
import { succeeded } from '#shared/contract/contract.ts';
import {
  changeMemberRole,
  changeMembership,
  handOverOrganization,
  listMembers as listEndpoint,
} from '#shared/orgs/orgs.ts';
import { invite } from '../invitations/invite.ts';
import { permitted } from '../read.ts';
import { changeRole } from './change-role.ts';
import { handOver } from './hand-over.ts';
import { listMembers } from './list.ts';
import { removeMember } from './remove.ts';

export const registerMembers: Register = (http, context) => {
  http.bindSignedIn(changeMembership, async ({ body, viewer }) => {
    if (body.action === 'invite') await invite(context, viewer, body);
    else await removeMember(context, viewer, body.organizationId, body.userId);
    return succeeded;
  });
  http.bindSignedIn(listEndpoint, ({ params, query, viewer }) =>
    listMembers(context, viewer, params.id, query),
  );
  http.bindSignedIn(
    changeMemberRole,
    async ({ params, body, viewer }) => {
      await changeRole(context, viewer, { ...params, ...body });
      return succeeded;
    },
    {
      preflight: async ({ params, viewer }) => {
        await permitted(context, viewer, params.id, 'manageMembers');
      },
    },
  );
  http.bindSignedIn(
    handOverOrganization,
    async ({ params, body, viewer }) => {
      await handOver(context, viewer, params.id, body.userId);
      return succeeded;
    },
    {
      preflight: async ({ params, viewer }) => {
        await permitted(context, viewer, params.id, 'handOver');
      },
    },
  );
};
