import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getSession } from '#shared/accounts/accounts.ts';
import { getApplication, listApplications } from '#shared/apps/apps.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { getPaymentSettings } from '#shared/billing/payments.ts';
import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import { listApprovals } from '#shared/versions/approvals.ts';
import { tag } from './head-tags.ts';
import { appIdOfPlayPage } from './page-paths.ts';

/** The build manifest: each output file by its source file. */
type Manifest = Record<string, { file: string; imports?: string[] } | undefined>;

const entry = 'index.html';
const signedInHome = 'pages/home/signed-in-home.tsx';
const textFont = /\/geist-latin-wght-normal\.woff2$/;

interface PreloadOptions {
  /** Whether the page already contains the responses to its first requests. */
  answered?: boolean;
  /** Whether the request looks signed in, before the session is checked. */
  signedIn?: boolean;
}

export interface Preloads {
  /** Addresses of the page's own scripts and their imports. */
  scripts: string[];
  /** Everything else, as tags of the head. */
  tags: string[];
}

/**
 * The first requests of a page, by its address: the browser sends them together with the script's request,
 * not after it. Empty if the build has no manifest.
 */
export async function readPreloads(
  folder: string,
): Promise<(url: string, options?: PreloadOptions) => Preloads> {
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}');
  const manifest = JSON.parse(text) as Manifest;
  const everywhere = filesBehind(manifest, entry);
  const font = Object.entries(manifest).find(([source]) => textFont.test(source))?.[1];
  const fonts = font
    ? [
        tag('link', {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
          href: `/${font.file}`,
        }),
      ]
    : [];
  return (url, { answered = false, signedIn = false } = {}) => {
    const [path = '/', query = ''] = url.split('?');
    const sources = [pageSource(manifest, path), ...(signedIn && path === '/' ? [signedInHome] : [])];
    const files = new Set(sources.flatMap((source) => [...filesBehind(manifest, source)]));
    const own = [...files].filter((file) => !everywhere.has(file));
    const asked = answered ? [] : initialCalls(path, new URLSearchParams(query), signedIn);
    const calls = asked.map((href) =>
      tag('link', { rel: 'preload', as: 'fetch', crossorigin: 'anonymous', href }),
    );
    return { scripts: own.map((file) => `/${file}`), tags: [...calls, ...fonts] };
  };
}

/** The source of a page by its path: `/play/…` is `pages/apps/play-page.tsx`. */
function pageSource(manifest: Manifest, path: string): string {
  const file = `/${path.split('/')[1] || 'home'}-page.tsx`;
  return Object.keys(manifest).find((source) => source.startsWith('pages/') && source.endsWith(file)) ?? '';
}

function filesBehind(manifest: Manifest, source: string): Set<string> {
  const sources = new Set([source]);
  // A Set iterator includes elements that are added during the iteration.
  for (const each of sources) for (const next of manifest[each]?.imports ?? []) sources.add(next);
  return new Set([...sources].flatMap((each) => manifest[each]?.file ?? []));
}

/** Pages that wait for the payment settings. */
function needsPaymentSettings(path: string, signedIn: boolean): boolean {
  return path === '/subscriptions' || path === '/faq' || (path === '/profile' && signedIn);
}

/** Requests of the page for every visitor. The addresses must equal those that the page requests. */
function initialCalls(path: string, query: URLSearchParams, signedIn: boolean): string[] {
  // Pages wait for both, so that no banner appears above them later.
  const around = signedIn ? [getSession.path, listSubscriptions.path] : [getSession.path];
  // Pages that show the versions to approve above everything else.
  if (signedIn && (path === '/' || path === '/organizations')) around.push(listApprovals.path);
  if (path === '/') return query.size === 0 ? [...around, listApplications.path] : around;
  if (needsPaymentSettings(path, signedIn)) return [...around, getPaymentSettings.path];
  const id = appIdOfPlayPage(path);
  if (id === null || !/^[a-z2-7]{26}$/.test(id)) return around;
  return [...around, endpointUrl(getApplication.path, { id }, { key: query.get('key') ?? undefined })];
}
