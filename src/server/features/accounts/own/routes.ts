import type { Register } from '#server/app.ts';
import {
  endOtherSessions,
  endOwnSession,
  getMe,
  listIdentities,
  listOwnSessions,
  removeIdentity,
  updateMe,
} from '#shared/accounts/accounts.ts';
import { succeeded } from '#shared/contract/contract.ts';
import { forgetSessionCookie } from '../sessions.ts';
import { listOwnIdentities, removeOwnIdentity } from './identities.ts';
import { getOwnProfile, renameSelf } from './profile.ts';
import { endOne, endOthers, listOwn } from './sessions.ts';

/** The endpoints of a user's own account. */
export const bindOwnAccount: Register = (http, context) => {
  http.bindSignedIn(getMe, ({ viewer }) => getOwnProfile(context, viewer));
  http.bindSignedIn(updateMe, ({ body, viewer }) => renameSelf(context, viewer, body));
  http.bindSignedIn(listOwnSessions, ({ viewer }) => listOwn(context, viewer));
  http.bindSignedIn(endOwnSession, async ({ params, viewer, reply }) => {
    await endOne(context, viewer, params.id);
    if (params.id === viewer.sessionId) reply.header('set-cookie', forgetSessionCookie(context.config));
    return succeeded;
  });
  http.bindSignedIn(endOtherSessions, async ({ viewer }) => {
    await endOthers(context, viewer);
    return succeeded;
  });
  http.bindSignedIn(listIdentities, ({ viewer }) => listOwnIdentities(context, viewer));
  http.bindSignedIn(removeIdentity, async ({ params, viewer }) => {
    await removeOwnIdentity(context, viewer, params.id);
    return succeeded;
  });
};
