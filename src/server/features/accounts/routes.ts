import { getSession, type SignInProvider, signInProviders, signOut } from '#shared/accounts.ts';
import { themes } from '#shared/themes.ts';
import type { Register } from '../../app.ts';
import { presentUser } from './present.ts';
import { endSessions, forgetSessionCookie } from './sessions.ts';
import { findUser } from './store.ts';

export const registerAccounts: Register = (http, context) => {
  http.bind(getSession, async ({ viewer }) => {
    const user = viewer ? await findUser(context.db, viewer.id) : undefined;
    return {
      user: user ? presentUser(user) : null,
      providers: Object.keys(signInProviders) as SignInProvider[],
      limits: { maxUploadBytes: context.config.maxUploadBytes },
      themes: [...themes],
    };
  });

  http.bind(signOut, async ({ request, reply }) => {
    await endSessions(context, request.headers.cookie);
    reply.header('set-cookie', forgetSessionCookie(context.config));
    return { success: true as const };
  });
};
