import { deleteMe } from '#shared/accounts/accounts.ts';
import { getOwnedContent } from '#shared/accounts/personal-data.ts';
import { succeeded } from '#shared/contract/contract.ts';
import type { Register } from '../../app.ts';
import { forgetSessionCookie } from '../accounts/sessions.ts';
import { deleteOwnAccount } from './delete-account.ts';
import { bindExport } from './export/routes.ts';
import { countOwnContent } from './own-content.ts';

export const registerPersonalData: Register = (http, context) => {
  http.bindSignedIn(getOwnedContent, ({ viewer }) => countOwnContent(context, viewer));
  http.bindSignedIn(deleteMe, async ({ body, viewer, reply }) => {
    await deleteOwnAccount(context, viewer, body.confirm);
    reply.header('set-cookie', forgetSessionCookie(context.config));
    return succeeded;
  });
  bindExport(http, context);
};
