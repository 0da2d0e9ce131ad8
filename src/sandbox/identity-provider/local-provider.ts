import type { FastifyInstance } from 'fastify';
import type { CustomFetch } from 'openid-client';
import type { Context } from '#server/context.ts';
import { type SignInProvider, signInProviders } from '#shared/accounts/sign-in.ts';
import type { IdentityProvider } from '../../server/features/accounts/identity-provider.ts';
import { callbackUrl } from '../../server/features/accounts/providers/callback-url.ts';
import { oidcProvider, standardIdentity } from '../../server/features/accounts/providers/oidc.ts';
import { LocalIssuer, localClientId } from './issuer.ts';
import { bindLocalProvider } from './routes.ts';
import { localSigningKey } from './signing-key.ts';

/**
 * Starts the local identity provider, which replaces each real one. It accepts any identity, so it is for local
 * servers only.
 */
export async function startLocalProvider(
  fastify: FastifyInstance,
  context: Context,
): Promise<Map<SignInProvider, IdentityProvider>> {
  const { publicUrl } = context.config;
  const issuer = new LocalIssuer(publicUrl, await localSigningKey(context.secretKey), context);
  await bindLocalProvider(fastify, context, issuer);
  const names = ['google', 'github', 'microsoft'] as const satisfies SignInProvider[];
  const fetch = fetchInside(fastify);
  return new Map(
    names.map((name) => [
      name,
      oidcProvider({
        name,
        label: signInProviders[name].label,
        issuer: issuer.issuerOf(name),
        clientId: localClientId,
        clientSecret: null,
        redirectUri: callbackUrl(publicUrl, name),
        sendsAuthTime: 'always',
        // The issuer contains the port. Account keys do not depend on it.
        identityOf: (claims) => ({ ...standardIdentity(claims), issuer: `urn:flux:local-sign-in:${name}` }),
        plainHttp: true,
        fetch,
      }),
    ]),
  );
}

/**
 * Calls this server in process. Over the network `*.localhost` would have to resolve, which Node does not guarantee.
 */
function fetchInside(fastify: FastifyInstance): CustomFetch {
  return async (url, { method, headers, body }) => {
    const { pathname, search, host } = new URL(url);
    const answer = await fastify.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: { ...headers, host },
      ...(body ? { payload: String(body) } : {}),
    });
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
    });
  };
}
