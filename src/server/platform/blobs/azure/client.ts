import {
  AnonymousCredential,
  ContainerClient,
  newPipeline,
  type RequestPolicyFactory,
  StorageSharedKeyCredential,
} from '@azure/storage-blob';
import type { Outbound } from '../../outbound/outbound.ts';
import type { AzureConnection } from './connection.ts';

/**
 * A client for one container that connects by `outbound` only, follows no redirects, and reads nothing from the
 * environment. It does not retry: the driver does, for more errors and with delays.
 */
export function createContainerClient(
  { endpoint, proof }: AzureConnection,
  containerName: string,
  outbound: Outbound,
): ContainerClient {
  const credential =
    proof.kind === 'key'
      ? new StorageSharedKeyCredential(proof.accountName, proof.accountKey)
      : new AnonymousCredential();
  const options = { retryOptions: { maxTries: 1 }, redirectOptions: { maxRetries: 0 } };
  const pipeline = newPipeline(credential, options);
  pipeline.factories.push(byOutbound(outbound));
  const query = proof.kind === 'signature' ? `?${proof.query}` : '';
  return new ContainerClient(`${endpoint}/${encodeURIComponent(containerName)}${query}`, pipeline);
}

/** Comes after what the SDK does about proxies, and undoes it. */
function byOutbound({ httpAgent, httpsAgent }: Outbound): RequestPolicyFactory {
  return {
    create: (next) => ({
      sendRequest(request) {
        request.agent = new URL(request.url).protocol === 'http:' ? httpAgent : httpsAgent;
        return next.sendRequest(request);
      },
    }),
  };
}
