import { startLocalProvider } from '#sandbox/identity-provider/local-provider.ts';
import { getSession, signOut } from '#shared/accounts/accounts.ts';
import { themes } from '#shared/apps/themes.ts';
import type { UploadLimits } from '#shared/versions/build-file.ts';
import type { Register } from '../../app.ts';
import { isLocal, isolationOf } from '../../config/config.ts';
import type { Context } from '../../context.ts';
import { bindOwnAccount } from './own/routes.ts';
import { presentUser } from './present.ts';
import { configuredProviders } from './providers/configured.ts';
import { pruneSignIns } from './prune.ts';
import { endSessions, forgetSessionCookie } from './sessions.ts';
import { bindSignIn } from './sign-in-routes.ts';
import { findUser } from './store.ts';

/** @param readLimits reads the current upload limits, which accounts do not depend on */
export async function registerAccounts(
  http: Parameters<Register>[0],
  context: Context,
  readLimits: () => Promise<UploadLimits>,
): Promise<void> {
  const configured = configuredProviders(context.config);
  const standsIn = configured.size === 0 && isLocal(context.config.publicUrl);
  const providers = standsIn ? await startLocalProvider(http.fastify, context) : configured;
  bindSignIn(http.fastify, context, providers);

  http.bind(getSession, async ({ viewer }) => {
    const user = viewer ? await findUser(context.db, viewer.id) : undefined;
    const { maxUploadBytes, allowedExtensions } = await readLimits();
    return {
      user: user ? presentUser(user) : null,
      providers: [...providers.values()].map(({ name, label }) => ({ name, label })),
      limits: { maxUploadBytes, allowedExtensions: [...allowedExtensions] },
      supportEmail: context.config.supportEmail,
      sendsMail: context.mailer !== null,
      themes: [...themes],
      isolation: isolationOf(context.config),
      contentOrigin: context.config.contentOrigin,
    };
  });

  http.bind(signOut, async ({ request, reply }) => {
    await endSessions(context, request.headers.cookie);
    reply.header('set-cookie', forgetSessionCookie(context.config));
    return { success: true as const };
  });

  await bindOwnAccount(http, context);

  context.jobs.register({
    name: 'accounts-prune',
    concurrency: 1,
    retryLimit: 2,
    schedule: '17 * * * *',
    followsClock: true,
    run: () => pruneSignIns(context),
  });
}
