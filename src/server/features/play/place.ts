import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config.ts';
import { contentHosts } from './hosts.ts';

/** Where builds lie on Flux's own host, where that is how they are served. */
const sameHostPrefix = '/_content/';
const sameHostPattern =
  /^(\/_content\/([a-z2-7]{26})\/([a-z2-7]{26})(?:\.([\w-]{1,2000}\.[\w-]{1,100}))?)(\/.*)$/;

/** What the address of a request says before any path of the build. */
export interface Place {
  appId: string;
  /**
   * What stands before every path of the app: nothing on an origin of its own, else
   * `/_content/{app}/{version}[.{grant}]`. An opaque origin has no cookies and sends no Referer, so there the
   * address carries what both would.
   */
  base: string;
  /** The version that the address names; null on an origin of its own. */
  versionId: string | null;
  /** The sealed grant in the address. */
  grant: string | null;
  /** The request target below `base`. */
  target: string;
}

export interface Locator {
  /** Whether a request is for uploaded content at all, and so not for Flux's own pages and API. */
  owns(request: IncomingMessage): boolean;
  /** Null for an address that names no app. */
  locate(request: IncomingMessage): Place | null;
}

export function createLocator(config: Pick<Config, 'publicUrl' | 'contentOrigin'>): Locator {
  return config.contentOrigin === null
    ? sameHostLocator(config.publicUrl)
    : originLocator(config.contentOrigin);
}

/** The `base` of an app's version on Flux's own host. */
export function sameHostBase(appId: string, versionId: string, grant: string | null): string {
  return `${sameHostPrefix}${appId}/${versionId}${grant === null ? '' : `.${grant}`}`;
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

function sameHostLocator(publicUrl: string): Locator {
  const { host } = new URL(publicUrl);
  return {
    owns: (request) =>
      request.headers.host?.toLowerCase() === host && (request.url ?? '').startsWith(sameHostPrefix),
    locate: (request) => {
      const [, base, appId, versionId, grant, target] = sameHostPattern.exec(request.url ?? '') ?? [];
      if (!base || !appId || !versionId || !target) return null;
      return { appId, base, versionId, grant: grant ?? null, target };
    },
  };
}
