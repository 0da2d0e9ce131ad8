import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getSession } from '#shared/accounts/accounts.ts';
import { getApplication, listApplications } from '#shared/apps/apps.ts';
import { listSubscriptions } from '#shared/billing/billing.ts';
import { getPaymentSettings } from '#shared/billing/payments.ts';
import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import { listApprovals } from '#shared/versions/approvals.ts';
import { tag } from './head-tags.ts';
import { playedApp } from './page-paths.ts';

/** What the build says of each file that it made, by the file that it was made of. */
type Manifest = Record<string, { file: string; imports?: string[] } | undefined>;

const entry = 'index.html';
const signedInHome = 'pages/home/signed-in-home.tsx';
const textFont = /\/geist-latin-wght-normal\.woff2$/;

interface PreloadOptions {
  /** Whether what the page asks first is in it already. */
  answered?: boolean;
  /** Whether somebody is signed in, as far as is known before it is looked up. */
  signedIn?: boolean;
}

export interface Preloads {
  /** Addresses of the page's own scripts, and of what they import. */
  scripts: string[];
  /** For everything else, as tags of the head. */
  tags: string[];
}

/**
 * What a page is about to ask for, by its address: the browser fetches it together with the script that would ask, not
 * after it. Nothing where the build left no list of its files.
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
    const sources = [pageSource(path), ...(signedIn && path === '/' ? [signedInHome] : [])];
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
function pageSource(path: string): string {
  return `pages/${path.split('/')[1] || 'home'}-page.tsx`;
}

function filesBehind(manifest: Manifest, source: string): Set<string> {
  const sources = new Set([source]);
  // A set hands out what is added to it meanwhile.
  for (const each of sources) for (const next of manifest[each]?.imports ?? []) sources.add(next);
  return new Set([...sources].flatMap((each) => manifest[each]?.file ?? []));
}

/** Pages that wait for the payment settings. */
function needsPaymentSettings(path: string, signedIn: boolean): boolean {
  return path === '/subscriptions' || path === '/faq' || (path === '/profile' && signedIn);
}

/** What the page asks for whoever it is for. The addresses must be the very ones that it asks for. */
function initialCalls(path: string, query: URLSearchParams, signedIn: boolean): string[] {
  // Pages wait for both, so that nothing above them comes later.
  const around = signedIn ? [getSession.path, listSubscriptions.path] : [getSession.path];
  // Pages that list the versions to approve above all else.
  if (signedIn && (path === '/' || path === '/organizations')) around.push(listApprovals.path);
  if (path === '/') return query.size === 0 ? [...around, listApplications.path] : around;
  if (needsPaymentSettings(path, signedIn)) return [...around, getPaymentSettings.path];
  const id = playedApp(path);
  if (id === null || !/^[a-z2-7]{26}$/.test(id)) return around;
  return [...around, endpointUrl(getApplication.path, { id }, { key: query.get('key') ?? undefined })];
}
