import { deleteMe } from '#shared/accounts.ts';
import { succeeded } from '#shared/contract.ts';
import { getHoldings } from '#shared/personal-data.ts';
import type { Register } from '../../app.ts';
import { forgetSessionCookie } from '../accounts/sessions.ts';
import { leave } from './delete-account.ts';
import { bindExport } from './export/routes.ts';
import { getOwnHoldings } from './holdings.ts';

export const registerPersonalData: Register = (http, context) => {
  http.bindSignedIn(getHoldings, ({ viewer }) => getOwnHoldings(context, viewer));
  http.bindSignedIn(deleteMe, async ({ body, viewer, reply }) => {
    await leave(context, viewer, body.confirm);
    reply.header('set-cookie', forgetSessionCookie(context.config));
    return succeeded;
  });
  bindExport(http, context);
};
