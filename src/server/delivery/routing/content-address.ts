import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/config.ts';
import type { AddressPass, Sealers } from '../access/tickets.ts';
import { contentHosts } from './hosts.ts';

/** Path prefix of builds on Flux's own host, where `FLUX_CONTENT_ORIGIN` is `same-host`. */
const sameHostPrefix = '/_content/';
const publicPattern = /^(\/_content\/([a-z2-7]{26})\/([a-z2-7]{26}))(\/.*)$/;
/** A sealed grant is longer than any id. */
const privatePattern = /^(\/_content\/([\w-]{60,2000}))(\/.*)$/;

/** The part of a request's address before the paths of the build. */
export interface ContentAddress {
  appId: string;
  /**
   * Prefix of every path of the application: empty on a content origin, otherwise `/_content/{app}/{version}`, or
   * `/_content/{sealed grant}` for a private application. An opaque origin sends neither cookies nor a Referer, so there
   * the address contains what both would say.
   */
  base: string;
  /** The version in the address; null on a content origin. */
  versionId: string | null;
  /** The grant in the address. */
  grant: AddressPass | null;
  /** The request target below `base`. */
  target: string;
}

export interface ContentAddresses {
  /** Whether a request is for uploaded content, and not for Flux's own pages and API. */
  owns(request: IncomingMessage): boolean;
  /** @returns null for an address without an application */
  read(request: IncomingMessage): ContentAddress | null;
}

export function createContentAddresses(
  config: Pick<Config, 'publicUrl' | 'contentOrigin'>,
  sealers: Pick<Sealers, 'address'>,
): ContentAddresses {
  return config.contentOrigin === null
    ? sameHostAddresses(config.publicUrl, sealers)
    : originAddresses(config.contentOrigin);
}

/** The `base` of a public version on Flux's own host. */
export function publicBase(appId: string, versionId: string): string {
  return `${sameHostPrefix}${appId}/${versionId}`;
}

/** The `base` of a private version on Flux's own host: sealed, so that it does not tell the ids. */
export function privateBase(sealers: Pick<Sealers, 'address'>, grant: AddressPass): string {
  return sameHostPrefix + sealers.address.seal(grant);
}

function originAddresses(contentOrigin: string): ContentAddresses {
  const appIdOf = contentHosts(contentOrigin);
  return {
    owns: (request) => appIdOf(request.headers.host) !== null,
    read: (request) => {
      const appId = appIdOf(request.headers.host);
      return appId === null
        ? null
        : { appId, base: '', versionId: null, grant: null, target: request.url ?? '' };
    },
  };
}

function sameHostAddresses(publicUrl: string, sealers: Pick<Sealers, 'address'>): ContentAddresses {
  const { host } = new URL(publicUrl);
  return {
    owns: (request) =>
      request.headers.host?.toLowerCase() === host && (request.url ?? '').startsWith(sameHostPrefix),
    read: (request) => {
      const url = request.url ?? '';
      const [, base, appId, versionId, target] = publicPattern.exec(url) ?? [];
      if (base && appId && versionId && target) return { appId, base, versionId, grant: null, target };
      return readPrivate(url, sealers);
    },
  };
}

function readPrivate(url: string, sealers: Pick<Sealers, 'address'>): ContentAddress | null {
  const [, base, sealed, target] = privatePattern.exec(url) ?? [];
  const grant = sealed ? sealers.address.open(sealed) : null;
  if (!base || !target || grant === null) return null;
  return { appId: grant.appId, base, versionId: grant.versionId, grant, target };
}
