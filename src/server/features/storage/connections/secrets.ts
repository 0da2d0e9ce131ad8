import type { Context } from '#server/context.ts';
import { Sealer, UnsealError } from '#server/platform/secrets/seal.ts';
import type { MaskedSecret } from '#shared/storage/storage-form.ts';

/** The keys of a row's `secrets`. `credentials` holds `client_email` and `private_key` only, as JSON. */
export const secretNames = ['secretAccessKey', 'credentials', 'connectionString', 'accountKey'] as const;
export type SecretName = (typeof secretNames)[number];

/** In the clear. */
export type Secrets = Partial<Record<SecretName, string>>;

/** Sealed, by name. */
export type SealedSecrets = Record<string, string>;

export interface OpenedSecrets {
  secrets: Secrets;
  /** Whether one of them was sealed under another key, or does not open for another reason. */
  unreadable: boolean;
}

const sealers = new WeakMap<Buffer, Sealer>();

function sealerOf({ secretKey }: Pick<Context, 'secretKey'>): Sealer {
  const known = sealers.get(secretKey) ?? new Sealer(secretKey, 'secrets of storage configurations');
  sealers.set(secretKey, known);
  return known;
}

/** Each is bound to its configuration and name, so that a row's secret cannot be used elsewhere. */
export function sealSecrets(
  context: Pick<Context, 'secretKey'>,
  configId: string,
  secrets: Secrets,
): SealedSecrets {
  const sealer = sealerOf(context);
  return Object.fromEntries(
    Object.entries(secrets).map(([name, text]) => [name, sealer.seal(text, [configId, name])]),
  );
}

/** Unreadable secrets are omitted, and callers report them. */
export function openSecrets(
  context: Pick<Context, 'secretKey'>,
  { id, secrets: sealed }: { id: string; secrets: SealedSecrets },
): OpenedSecrets {
  const sealer = sealerOf(context);
  const secrets: Secrets = {};
  let unreadable = false;
  for (const name of secretNames) {
    const text = sealed[name];
    if (text === undefined) continue;
    try {
      secrets[name] = sealer.open(text, [id, name]);
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      unreadable = true;
    }
  }
  return { secrets, unreadable };
}

export const unreadableSecretsMessage =
  'The secrets of this configuration cannot be read, because FLUX_SECRET_KEY is not the one they were stored with. Please enter them anew.';

/** The hint would reveal most of a shorter secret. */
const leastHintedLength = 16;
const hintLength = 4;

export function shown(secret: string | undefined): MaskedSecret {
  if (secret === undefined) return { set: false, hint: null };
  return { set: true, hint: secret.length < leastHintedLength ? null : `••••${secret.slice(-hintLength)}` };
}
