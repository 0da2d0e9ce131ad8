import { type Isolation, sandboxTokens } from '#shared/isolation.ts';
import type { Config } from '../../config.ts';
import { isolationOf } from '../../config.ts';
import { deniedFeatures } from '../../platform/http/security-headers.ts';

export type Headers = Record<string, string | string[] | number>;

type Origins = Pick<Config, 'publicUrl' | 'contentOrigin'>;

const permissionsPolicy = deniedFeatures.map((feature) => `${feature}=()`).join(', ');

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

const always = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'same-origin' } as const;

/** What every answer carries that has no document in it. */
export function assetProtection(origins: Origins): Headers {
  const isolation = isolationOf(origins);
  if (isolation === 'origin') return { ...always, 'Cross-Origin-Resource-Policy': 'same-origin' };
  // On Flux's own host nothing uploaded may ever run as Flux, whatever a browser takes it for.
  return { ...always, ...openToAll, 'Content-Security-Policy': `sandbox ${sandboxTokens(isolation)}` };
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
    ...always,
    ...(isolation === 'sandbox' ? openToAll : {}),
    'Content-Security-Policy': [...policy, "base-uri 'self'", "object-src 'none'"].join('; '),
    'Permissions-Policy': permissionsPolicy,
    'Origin-Agent-Cluster': '?1',
  };
}

/**
 * For sentences of Flux's own beside the builds: errors and redirects. Never cached.
 * @param sources what a page around such a sentence is made of
 */
export function noticeHeaders(origins: Origins, sources: readonly string[] = []): Headers {
  const isolation = isolationOf(origins);
  const policy = ["default-src 'none'", ...sources, 'sandbox', ...ancestors(isolation, origins.publicUrl)];
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
