import { deleteMe } from '#shared/accounts/accounts.ts';
import { getOwnedContent } from '#shared/accounts/personal-data.ts';
import { succeeded } from '#shared/contract/contract.ts';
import type { Register } from '../../app.ts';
import { forgetSessionCookie } from '../accounts/sessions.ts';
import { leave } from './delete-account.ts';
import { bindExport } from './export/routes.ts';
import { getOwnHoldings } from './holdings.ts';

export const registerPersonalData: Register = (http, context) => {
  http.bindSignedIn(getOwnedContent, ({ viewer }) => getOwnHoldings(context, viewer));
  http.bindSignedIn(deleteMe, async ({ body, viewer, reply }) => {
    await leave(context, viewer, body.confirm);
    reply.header('set-cookie', forgetSessionCookie(context.config));
    return succeeded;
  });
  bindExport(http, context);
};
