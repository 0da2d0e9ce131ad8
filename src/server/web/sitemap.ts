import type { FastifyInstance } from 'fastify';
import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import { escapeHtml } from '#shared/text/html.ts';
import { publicPages } from './page-heads.ts';

export interface SitemapApp {
  id: string;
  updatedAt: Date;
}

interface SitemapOptions {
  publicUrl: string;
  /** Newest first. */
  listPublicApps(limit: number): Promise<SitemapApp[]>;
}

/** A sitemap may list 50,000 addresses. The newest are enough, because crawlers follow links from there. */
const maxApps = 10_000;
/** Anyone may request the sitemap. It is made at most once in this time. */
const freshMs = 10 * 60_000;

/** Rules for search engines, and the addresses of pages without links to them. */
export function registerSitemap(
  fastify: FastifyInstance,
  { publicUrl, listPublicApps }: SitemapOptions,
): void {
  let latest: { at: number; sitemap: Promise<Buffer> } | null = null;
  const newestSitemap = () => {
    const now = performance.now();
    if (latest && now - latest.at < freshMs) return latest.sitemap;
    const sitemap = listPublicApps(maxApps).then((apps) => Buffer.from(sitemapOf(publicUrl, apps)));
    const made = { at: now, sitemap };
    latest = made;
    // A failure goes to its requester and is not cached.
    sitemap.catch(() => {
      if (latest === made) latest = null;
    });
    return sitemap;
  };
  fastify.get('/robots.txt', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(robotsOf(publicUrl)),
  );
  fastify.get('/sitemap.xml', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=600')
      .type('application/xml; charset=utf-8')
      .send(await newestSitemap()),
  );
}

/** Rendering pages needs API calls, so they are allowed. Games are disallowed. */
export function robotsOf(publicUrl: string): string {
  return `User-agent: *\nDisallow: /auth/\nDisallow: /serve/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

export function sitemapOf(publicUrl: string, apps: readonly SitemapApp[]): string {
  const pages = Object.keys(publicPages).map((path) => `  <url>${location(publicUrl + path)}</url>`);
  const played = apps.map(({ id, updatedAt }) => {
    const address = location(publicUrl + endpointUrl('/play/{id}', { id }));
    return `  <url>${address}<lastmod>${updatedAt.toISOString()}</lastmod></url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages,
    ...played,
    '</urlset>',
    '',
  ].join('\n');
}

function location(url: string): string {
  return `<loc>${escapeHtml(url)}</loc>`;
}
