import type { Register } from '#server/app.ts';
import { succeeded } from '#shared/contract/contract.ts';
import {
  acceptInvitation,
  declineInvitation,
  getInvitation,
  listInvitations as listEndpoint,
  listOwnInvitations as listOwnEndpoint,
  remindInvitation,
  withdrawInvitation,
} from '#shared/orgs/orgs.ts';
import { accept, decline, getOwnInvitation, listOwnInvitations } from './answer.ts';
import { listInvitations } from './list.ts';
import { pruneInvitations } from './prune.ts';
import { remind } from './remind.ts';
import { withdraw } from './withdraw.ts';

export const registerInvitations: Register = (http, context) => {
  http.bindSignedIn(listEndpoint, ({ params, query, viewer }) =>
    listInvitations(context, viewer, params.id, query),
  );
  http.bindSignedIn(listOwnEndpoint, async ({ viewer }) => ({
    invitations: await listOwnInvitations(context, viewer),
  }));
  http.bindSignedIn(getInvitation, ({ params, viewer }) => getOwnInvitation(context, viewer, params.id));
  http.bindSignedIn(acceptInvitation, ({ params, viewer }) => accept(context, viewer, params.id));
  http.bindSignedIn(declineInvitation, async ({ params, viewer }) => {
    await decline(context, viewer, params.id);
    return succeeded;
  });
  http.bindSignedIn(remindInvitation, async ({ params, viewer }) => {
    await remind(context, viewer, params.id);
    return succeeded;
  });
  http.bindSignedIn(withdrawInvitation, async ({ params, viewer }) => {
    await withdraw(context, viewer, params.id);
    return succeeded;
  });
  context.jobs.register({
    name: 'invitations-prune',
    concurrency: 1,
    retryLimit: 2,
    schedule: '23 * * * *',
    followsClock: true,
    run: () => pruneInvitations(context),
  });
};
