import type { IncomingHttpHeaders } from 'node:http';
import { type DeviceAccess, deniedFeatures, deviceAccesses } from '#shared/play/game-features.ts';
import { type Isolation, sandboxTokens } from '#shared/play/isolation.ts';
import type { Config } from '../../config/config.ts';
import { isolationOf } from '../../config/config.ts';
import { isKnownBy } from '../routing/client-hints.ts';

export type Headers = Record<string, string | string[] | number>;

type Origins = Pick<Config, 'publicUrl' | 'contentOrigin'>;

/**
 * The Permissions-Policy of a game's page. What is not denied is the page's own in a tab, and in a frame as far as the page
 * around it grants it.
 * @param devices what the game may ask its players for
 */
export function permissionsPolicy(devices: readonly DeviceAccess[], headers: IncomingHttpHeaders): string {
  const denied: string[] = [...deniedFeatures, ...deviceAccesses.filter((each) => !devices.includes(each))];
  return denied
    .filter(isKnownBy(headers))
    .map((feature) => `${feature}=()`)
    .join(', ');
}

const strictestPolicy = permissionsPolicy([], {});

const documentTypes = /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|(?:text|application)\/xml)\b/;
const scriptTypes = /^(?:text|application)\/javascript\b/;

/** Whether a browser that opens it runs what is inside as a page of its own. */
export function isDocument(contentType: string): boolean {
  return documentTypes.test(contentType);
}

/**
 * What an opaque origin needs to read files at all: to a browser each of them is from elsewhere. The names are
 * those that Unity's loaders read.
 */
const openToAll = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Content-Length, Content-Encoding, Content-Type, Content-Range, Accept-Ranges',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/**
 * What every answer carries. Third parties restrict their keys by the origin in the Referer, so an origin of the app's own
 * is sent. On Flux's own host addresses carry grants, and nothing is.
 */
function always(isolation: Isolation): Headers {
  const referrerPolicy = isolation === 'origin' ? 'strict-origin-when-cross-origin' : 'same-origin';
  return { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': referrerPolicy };
}

/** What every answer carries that has no document in it. */
export function assetProtection(origins: Origins): Headers {
  const isolation = isolationOf(origins);
  if (isolation === 'origin') return { ...always(isolation), 'Cross-Origin-Resource-Policy': 'same-origin' };
  // On Flux's own host nothing uploaded may ever run as Flux, whatever a browser takes it for.
  return {
    ...always(isolation),
    ...openToAll,
    'Content-Security-Policy': `sandbox ${sandboxTokens(isolation)}`,
  };
}

interface ProtectedFile {
  contentType: string;
  isPublic: boolean;
  /** Whether the build needs SharedArrayBuffer. */
  threads: boolean;
}

/** What a file of a build carries. */
export function fileProtection(origins: Origins, { contentType, isPublic, threads }: ProtectedFile): Headers {
  const document = isDocument(contentType);
  // Workers need the isolation of their page on their own script too.
  const isolated = threads && (document || scriptTypes.test(contentType));
  return {
    ...(document ? documentProtection(origins, isPublic) : assetProtection(origins)),
    ...(isolated ? { 'Document-Isolation-Policy': 'isolate-and-credentialless' } : {}),
    // In a page that is isolated as a tab (`tab-isolation.ts`) no worker starts without.
    ...(isolated && !document ? { 'Cross-Origin-Embedder-Policy': 'require-corp' } : {}),
  };
}

function documentProtection(origins: Origins, isPublic: boolean): Headers {
  const isolation = isolationOf(origins);
  const sandbox = `sandbox ${sandboxTokens(isolation)}`;
  // Any site may show a public game: there is no right of anybody's in it that a click could be stolen for.
  const policy = isPublic ? [sandbox] : [sandbox, ...ancestors(isolation, origins.publicUrl)];
  return {
    ...always(isolation),
    ...(isolation === 'sandbox' ? openToAll : {}),
    'Content-Security-Policy': [...policy, "base-uri 'self'", "object-src 'none'"].join('; '),
    // What the application's settings allow replaces it where a page is served.
    'Permissions-Policy': strictestPolicy,
    'Origin-Agent-Cluster': '?1',
  };
}

interface NoticePage {
  /** What the page around the sentence is made of. */
  sources?: readonly string[];
  /** Whether it links to the game. */
  leadsToGame?: boolean;
}

/** For sentences of Flux's own beside the builds: errors and redirects. Never cached. */
export function noticeHeaders(
  origins: Origins,
  { sources = [], leadsToGame = false }: NoticePage = {},
): Headers {
  const isolation = isolationOf(origins);
  // From an opaque page in a frame a link would bring no cookies, and with them no way in to a private game.
  const sandbox = leadsToGame && isolation === 'origin' ? 'sandbox allow-same-origin' : 'sandbox';
  const policy = ["default-src 'none'", ...sources, sandbox, ...ancestors(isolation, origins.publicUrl)];
  return {
    ...assetProtection(origins),
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy.join('; '),
  };
}

/** An opaque page that frames another page of its build is matched by no list of ancestors, so there is none there. */
function ancestors(isolation: Isolation, publicUrl: string): string[] {
  return isolation === 'origin' ? [`frame-ancestors ${publicUrl} 'self'`] : [];
}
