import type { Register } from '#server/app.ts';
import {
  adminMessages,
  changeUser,
  deleteUser,
  disableUser,
  enableUser,
  listUsers as listEndpoint,
} from '#shared/admin/admin.ts';
import { succeeded } from '#shared/contract/contract.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { disableAccount, enableAccount } from '../../accounts/disable.ts';
import { requireFreshSignIn } from '../../accounts/own/fresh-sign-in.ts';
import { changeRole } from '../../accounts/roles.ts';
import { assignOrganization } from './assign.ts';
import { getUser, listUsers } from './list.ts';
import { removeUser } from './remove.ts';

export const registerUsers: Register = (http, context) => {
  http.bindSignedIn(listEndpoint, ({ query, viewer }) => listUsers(context, viewer, query));
  http.bindSignedIn(changeUser, async ({ body, viewer }) => {
    const { uid, role, organizationId } = body;
    if (role !== undefined) {
      if (uid === viewer.id) throw new FluxError('forbidden', adminMessages.cannotChangeOwnRole);
      requireFreshSignIn(context, viewer);
      await changeRole(context, uid, role, viewer);
    }
    if (organizationId !== undefined) await assignOrganization(context, viewer, uid, organizationId);
    return { ...succeeded, user: await getUser(context, viewer, uid) };
  });
  http.bindSignedIn(deleteUser, async ({ body, viewer }) => {
    if (body.uid === viewer.id) throw new FluxError('forbidden', adminMessages.cannotDeleteYourself);
    requireFreshSignIn(context, viewer);
    await removeUser(context, viewer, body.uid);
    return succeeded;
  });
  http.bindSignedIn(disableUser, async ({ params, body, viewer }) => {
    requireFreshSignIn(context, viewer);
    await disableAccount(context, params.id, { actor: viewer, reason: body.reason });
    return { ...succeeded, user: await getUser(context, viewer, params.id) };
  });
  http.bindSignedIn(enableUser, async ({ params, viewer }) => {
    requireFreshSignIn(context, viewer);
    await enableAccount(context, params.id, viewer);
    return { ...succeeded, user: await getUser(context, viewer, params.id) };
  });
};
