import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/config.ts';
import type { AddressPass, Sealers } from '../access/tickets.ts';
import { contentHosts } from './hosts.ts';

/** Where builds lie on Flux's own host, where that is how they are served. */
const sameHostPrefix = '/_content/';
const publicPattern = /^(\/_content\/([a-z2-7]{26})\/([a-z2-7]{26}))(\/.*)$/;
/** A sealed grant, which is longer than any id. */
const privatePattern = /^(\/_content\/([\w-]{60,2000}))(\/.*)$/;

/** What the address of a request says before any path of the build. */
export interface Place {
  appId: string;
  /**
   * What stands before every path of the app: nothing on an origin of its own, else
   * `/_content/{app}/{version}`, or `/_content/{sealed grant}` where not everybody may play. An opaque origin has no
   * cookies and sends no Referer, so there the address carries what both would.
   */
  base: string;
  /** The version that the address names; null on an origin of its own. */
  versionId: string | null;
  /** The grant in the address. */
  grant: AddressPass | null;
  /** The request target below `base`. */
  target: string;
}

export interface Locator {
  /** Whether a request is for uploaded content at all, and so not for Flux's own pages and API. */
  owns(request: IncomingMessage): boolean;
  /** Null for an address that names no app. */
  locate(request: IncomingMessage): Place | null;
}

export function createLocator(
  config: Pick<Config, 'publicUrl' | 'contentOrigin'>,
  sealers: Pick<Sealers, 'address'>,
): Locator {
  return config.contentOrigin === null
    ? sameHostLocator(config.publicUrl, sealers)
    : originLocator(config.contentOrigin);
}

/** The `base` on Flux's own host of a version that everybody may play. */
export function publicBase(appId: string, versionId: string): string {
  return `${sameHostPrefix}${appId}/${versionId}`;
}

/** The `base` of a version that not everybody may play: it says nothing to who reads it. */
export function privateBase(sealers: Pick<Sealers, 'address'>, grant: AddressPass): string {
  return sameHostPrefix + sealers.address.seal(grant);
}

function originLocator(contentOrigin: string): Locator {
  const appOf = contentHosts(contentOrigin);
  return {
    owns: (request) => appOf(request.headers.host) !== null,
    locate: (request) => {
      const appId = appOf(request.headers.host);
      return appId === null
        ? null
        : { appId, base: '', versionId: null, grant: null, target: request.url ?? '' };
    },
  };
}

function sameHostLocator(publicUrl: string, sealers: Pick<Sealers, 'address'>): Locator {
  const { host } = new URL(publicUrl);
  return {
    owns: (request) =>
      request.headers.host?.toLowerCase() === host && (request.url ?? '').startsWith(sameHostPrefix),
    locate: (request) => {
      const url = request.url ?? '';
      const [, base, appId, versionId, target] = publicPattern.exec(url) ?? [];
      if (base && appId && versionId && target) return { appId, base, versionId, grant: null, target };
      return locatePrivate(url, sealers);
    },
  };
}

function locatePrivate(url: string, sealers: Pick<Sealers, 'address'>): Place | null {
  const [, base, sealed, target] = privatePattern.exec(url) ?? [];
  const grant = sealed ? sealers.address.open(sealed) : null;
  if (!base || !target || grant === null) return null;
  return { appId: grant.appId, base, versionId: grant.versionId, grant, target };
}
