import {
  BlobStoreError,
  type BlobStoreProblem,
  type BlobStoreReason,
} from '#server/platform/blobs/blob-store.ts';
import { NoDiskSpaceError } from '#server/platform/files/disk-space-guard.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { type Address, bucketOf } from './address.ts';
import { UnusableConfigError } from './open-store.ts';

/** A store responds incorrectly; the message is for administrators. */
export class TestProblem extends Error {}

/** The message of a failed test or a waiting move. For refused addresses it never depends on what is there. */
export function problemSentence(error: unknown, address: Address): string {
  if (
    error instanceof TestProblem ||
    error instanceof UnusableConfigError ||
    error instanceof NoDiskSpaceError
  )
    return error.message;
  if (error instanceof BlobStoreError)
    return error.reason === null ? words[error.problem](address) : reasons[error.reason](address);
  if (error instanceof FluxError && error.code === 'storage_full') return 'There is no room left there.';
  return address.provider === 'local'
    ? 'The folder of this storage cannot be written or read. The log of the server has the reason.'
    : words.broken(address);
}

const words: Record<BlobStoreProblem, (address: Address) => string> = {
  unreachable: (address) => `Nothing answered at ${hostOf(address)}.`,
  denied: (address) => `${credentialOf(address)} refused, or does not allow this in ${placeOf(address)}.`,
  missing: (address) => `There is no ${placeOf(address)}${whereOf(address)}.`,
  broken: (address) =>
    `What answered at ${hostOf(address)} is no storage of this kind, or it did not give back what it was given.`,
};

const reasons: Record<BlobStoreReason, (address: Address) => string> = {
  name_not_found: (address) => `The host name of ${hostOf(address)} was not found.`,
  port_closed: (address) => `The connection to ${hostOf(address)} was refused: the port is closed.`,
  not_allowed: (address) =>
    `Flux may not connect to ${hostOf(address)}. An address in the server’s own network has to be named in FLUX_STORAGE_HOSTS first.`,
  no_key: (address) => `There is no key to send: ${missingKeyOf(address)}.`,
};

function missingKeyOf({ provider }: Address): string {
  if (provider === 'azure-blob') return 'the connection string has no usable account key or signature';
  if (provider === 'google-cloud')
    return 'enter the key of a service account, or name a key file that can be used';
  return 'enter the access key';
}

function placeOf(address: Address): string {
  const kind = address.provider === 'azure-blob' ? 'container' : 'bucket';
  return `${kind} "${bucketOf(address) ?? ''}"`;
}

function whereOf(address: Address): string {
  if (address.provider === 'aws-s3')
    return address.options.endpoint === null
      ? ` in the region ${address.options.region}`
      : ` at ${hostOf(address)}`;
  if (address.provider === 'google-cloud') return ` in the project "${address.options.projectId}"`;
  return ' in this storage account';
}

function credentialOf({ provider }: Address): string {
  if (provider === 'aws-s3') return 'The access key was';
  if (provider === 'google-cloud') return 'The key of the service account was';
  return 'The connection string was';
}

function hostOf(address: Address): string {
  if (address.provider === 'aws-s3')
    return address.options.endpoint ?? `s3.${address.options.region}.amazonaws.com`;
  if (address.provider === 'google-cloud') return 'Google Cloud Storage';
  return 'the address of this storage account';
}
