import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpointUrl } from '#shared/endpoint-url.ts';
import { tag } from './head-tags.ts';
import { playedApp } from './page-paths.ts';

/** What the build says of each file that it made, by the file that it was made of. */
type Manifest = Record<string, { file: string; imports?: string[] } | undefined>;

const entry = 'index.html';
const textFont = /\/geist-latin-wght-normal\.woff2$/;

/**
 * What a page is about to ask for, by its address: the browser fetches it together with the script that would ask, not
 * after it. Nothing where the build left no list of its files.
 */
export async function readPreloads(folder: string): Promise<(url: string, nonce: string) => string[]> {
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
  return (url, nonce) => {
    const [path = '/', query = ''] = url.split('?');
    const own = [...filesBehind(manifest, pageSource(path))].filter((file) => !everywhere.has(file));
    return [
      ...own.map((file) => tag('link', { rel: 'modulepreload', crossorigin: '', href: `/${file}`, nonce })),
      ...firstCalls(path, new URLSearchParams(query)).map((href) =>
        tag('link', { rel: 'preload', as: 'fetch', crossorigin: 'anonymous', href }),
      ),
      ...fonts,
    ];
  };
}

/** By its name: `/play/…` is drawn by `pages/play-page.tsx`. */
function pageSource(path: string): string {
  return `pages/${path.split('/')[1] || 'home'}-page.tsx`;
}

function filesBehind(manifest: Manifest, source: string): Set<string> {
  const sources = new Set([source]);
  // A set hands out what is added to it meanwhile.
  for (const each of sources) for (const next of manifest[each]?.imports ?? []) sources.add(next);
  return new Set([...sources].flatMap((each) => manifest[each]?.file ?? []));
}

/** What the page asks for whoever it is for. The addresses must be the very ones that it asks for. */
function firstCalls(path: string, query: URLSearchParams): string[] {
  if (path === '/') return query.size === 0 ? ['/api/applications'] : [];
  const id = playedApp(path);
  if (id === null || !/^[a-z2-7]{26}$/.test(id)) return [];
  return [endpointUrl('/api/applications/{id}', { id }, { key: query.get('key') ?? undefined })];
}
