import { createEmulator, type Emulator, type SeedConfig, type ServiceName } from 'emulate';
import type { SignInProvider } from '#shared/accounts/sign-in.ts';
import { callbackUrl } from '../../features/accounts/providers/callback-url.ts';
import { freePort } from '../servers/free-port.ts';

/** All providers know the same address, so that only the provider distinguishes the accounts. */
export const emulatedPerson = { email: 'ada@example.test', name: 'Ada Lovelace' };
/** In the list of admins that `env` configures; Google has not verified the address. */
export const emulatedImpostor = { email: 'root@example.test', name: 'Impostor' };

const services = {
  google: 'google',
  github: 'github',
  microsoft: 'microsoft',
  oidc: 'okta',
} as const satisfies Record<SignInProvider, ServiceName>;
const names = Object.keys(services) as SignInProvider[];

/**
 * Independent emulators of the providers on loopback, which verify Flux's protocol. Their pages ask which user to
 * sign in.
 */
export class EmulatedProviders {
  readonly #ports: Record<SignInProvider, number>;
  readonly #running = new Map<SignInProvider, Emulator>();

  private constructor(ports: Record<SignInProvider, number>) {
    this.#ports = ports;
  }

  /** Not started yet: they need Flux's address, and Flux needs theirs. */
  static async create(): Promise<EmulatedProviders> {
    const [google, github, microsoft, oidc] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    return new EmulatedProviders({ google, github, microsoft, oidc });
  }

  url(name: SignInProvider): string {
    return `http://127.0.0.1:${this.#ports[name]}`;
  }

  /** The environment of a server that uses all of them. */
  get env(): Record<string, string> {
    const clients = names.flatMap((name) => [
      [`FLUX_${name.toUpperCase()}_CLIENT_ID`, 'flux'],
      [`FLUX_${name.toUpperCase()}_CLIENT_SECRET`, 'secret'],
    ]);
    return {
      ...Object.fromEntries(clients),
      FLUX_GOOGLE_ISSUER: this.url('google'),
      FLUX_GITHUB_URL: this.url('github'),
      FLUX_GITHUB_API_URL: this.url('github'),
      FLUX_MICROSOFT_URL: this.url('microsoft'),
      FLUX_OIDC_ISSUER: `${this.url('oidc')}/oauth2/default`,
      FLUX_OIDC_NAME: 'Acme',
      FLUX_ADMIN_EMAILS: emulatedImpostor.email,
    };
  }

  /** @param publicUrl the only server that they redirect to */
  async start(publicUrl: string, only: SignInProvider[] = names): Promise<void> {
    for (const name of only) {
      const seed = seeds(callbackUrl(publicUrl, name))[name];
      const options = { service: services[name], port: this.#ports[name], baseUrl: this.url(name) };
      this.#running.set(
        name,
        await createEmulator({ ...options, seed: { [services[name]]: seed } as SeedConfig }),
      );
    }
  }

  async stop(name: SignInProvider): Promise<void> {
    await this.#running.get(name)?.close();
    this.#running.delete(name);
  }

  async close(): Promise<void> {
    for (const name of names) await this.stop(name);
  }
}

function seeds(redirectUri: string): Record<SignInProvider, unknown> {
  const client = { client_id: 'flux', client_secret: 'secret', name: 'Flux', redirect_uris: [redirectUri] };
  const { email, name } = emulatedPerson;
  const impostor = { ...emulatedImpostor, email_verified: false };
  return {
    google: { users: [emulatedPerson, impostor], oauth_clients: [client] },
    github: { users: [{ login: 'ada', name, email }], oauth_apps: [client] },
    microsoft: { users: [emulatedPerson, impostor], oauth_clients: [client] },
    oidc: {
      users: [{ login: email, email, display_name: name }],
      authorization_servers: [{ id: 'default', name: 'default' }],
      oauth_clients: [{ ...client, auth_server_id: 'default' }],
    },
  };
}

/**
 * Opens a provider's page and selects a user.
 * @returns the redirect address
 */
export async function pickPerson(authorizationUrl: string, email: string): Promise<string> {
  const page = await (await fetch(authorizationUrl)).text();
  const form = page.split('<form').find((candidate) => candidate.includes(`>${email}<`)) ?? '';
  const action = /action="([^"]+)"/.exec(form)?.[1];
  if (!action) throw new Error(`The page at ${authorizationUrl} knows no ${email}:\n${page}`);
  const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value.replaceAll('&amp;', '&')],
  );
  const answer = await fetch(new URL(action, authorizationUrl), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return answer.headers.get('location') ?? '';
}
