import type { Outbound } from '../../outbound/outbound.ts';
import { BlobStoreError } from '../blob-store.ts';
import type { AzureOptions } from '../options.ts';

/** Address and credentials of the account. */
export interface AzureConnection {
  /** Without a query and a trailing slash. */
  endpoint: string;
  proof: { kind: 'key'; accountName: string; accountKey: string } | { kind: 'signature'; query: string };
}

/** The account that every emulator has; it is at 127.0.0.1. Microsoft publishes its key. */
const emulated = {
  AccountName: 'devstoreaccount1',
  AccountKey: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  BlobEndpoint: 'http://127.0.0.1:10000/devstoreaccount1',
};

/**
 * Parses a connection string from the portal. The SDK's parser trusts every address in it; here it has at most one,
 * which `outbound` must allow.
 * @throws BlobStoreError `denied`, `unreachable`
 */
export function readConnection(options: AzureOptions, outbound: Outbound): AzureConnection {
  const found = partsOf(options.connectionString);
  const parts = found.get('UseDevelopmentStorage') === 'true' ? new Map(Object.entries(emulated)) : found;
  const accountName = parts.get('AccountName') ?? options.accountName;
  const endpoint = endpointOf(parts, accountName);
  if (endpoint === null) throw refused('The connection string names no account.');
  try {
    outbound.check(endpoint);
  } catch (error) {
    throw new BlobStoreError('unreachable', error, 'not_allowed');
  }
  const signature = parts.get('SharedAccessSignature');
  if (signature) return { endpoint, proof: { kind: 'signature', query: signature.replace(/^\?/, '') } };
  const accountKey = parts.get('AccountKey') ?? options.accountKey;
  if (!accountName || !accountKey || !/^[a-z0-9+/]+={0,2}$/i.test(accountKey))
    throw refused('The connection string has no key and no signature.');
  return { endpoint, proof: { kind: 'key', accountName, accountKey } };
}

function endpointOf(parts: Map<string, string>, accountName: string | null): string | null {
  const named = parts.get('BlobEndpoint');
  if (named !== undefined) {
    const url = URL.canParse(named) ? new URL(named) : null;
    return url && !url.search && !url.hash ? url.href.replace(/\/+$/, '') : null;
  }
  const protocol = parts.get('DefaultEndpointsProtocol') ?? 'https';
  const suffix = parts.get('EndpointSuffix') ?? 'core.windows.net';
  const isShaped =
    /^https?$/.test(protocol) && /^[a-z0-9]{3,24}$/.test(accountName ?? '') && /^[a-z0-9.-]+$/i.test(suffix);
  return isShaped ? `${protocol}://${accountName}.blob.${suffix}` : null;
}

/** `Name=value;Name=value`; values may have equals signs. */
function partsOf(text: string): Map<string, string> {
  return new Map(
    text.split(';').flatMap((part) => {
      const at = part.indexOf('=');
      return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const] : [];
    }),
  );
}

function refused(reason: string): BlobStoreError {
  return new BlobStoreError('denied', new Error(reason), 'no_key');
}
