import { endpointUrl } from '#shared/contract.ts';
import { escapeHtml } from '#shared/html.ts';
import { thumbnailPath, thumbnailSizes } from '#shared/thumbnails.ts';

/** What a page tells to services that show a picture and a few words in place of its address. */
export interface PreviewedApp {
  id: string;
  name: string;
  description: string;
  thumbnailId: string | null;
}

/** More than any service shows. */
const maxDescription = 300;

/**
 * The page of the web app with a head of its own.
 *
 * For an app that is not public, by whatever address and whoever asks, it is the head of every page of Flux: services
 * keep previews and show them to others, so a share link that somebody pastes into a chat must tell nothing. It is the
 * same for an app that does not exist.
 */
export function withLinkPreview(page: string, publicUrl: string, app: PreviewedApp | null): string {
  if (!app) return page.replace('</title>', () => '</title>\n    <meta name="robots" content="noindex" />');
  const description = shorten(app.description) || `Play ${app.name} in your browser.`;
  const title = `${app.name} · Flux`;
  const tags = [...openGraph(publicUrl, app, description), ...links(publicUrl, app)];
  return page
    .replace(/<meta name="description"[^>]*>/, () =>
      tag('meta', { name: 'description', content: description }),
    )
    .replace(/<title>[^<]*<\/title>/, () => [`<title>${escapeHtml(title)}</title>`, ...tags].join('\n    '));
}

function openGraph(publicUrl: string, app: PreviewedApp, description: string): string[] {
  const words = { title: app.name, description };
  const picture = app.thumbnailId === null ? null : publicUrl + thumbnailPath(app.thumbnailId, 'large');
  const { width, height } = thumbnailSizes.large;
  const properties = {
    'og:site_name': 'Flux',
    'og:type': 'website',
    'og:url': pageUrl(publicUrl, app),
    'og:title': words.title,
    'og:description': words.description,
    ...(picture && {
      'og:image': picture,
      'og:image:type': 'image/webp',
      'og:image:width': String(width),
      'og:image:height': String(height),
      'og:image:alt': app.name,
    }),
  };
  const names = {
    'twitter:card': picture ? 'summary_large_image' : 'summary',
    'twitter:title': words.title,
    'twitter:description': words.description,
    ...(picture && { 'twitter:image': picture, 'twitter:image:alt': app.name }),
  };
  return [
    ...Object.entries(properties).map(([property, content]) => tag('meta', { property, content })),
    ...Object.entries(names).map(([name, content]) => tag('meta', { name, content })),
  ];
}

function links(publicUrl: string, app: PreviewedApp): string[] {
  const url = pageUrl(publicUrl, app);
  const oembed = publicUrl + endpointUrl('/api/oembed', {}, { url, format: 'json' });
  return [
    tag('link', { rel: 'canonical', href: url }),
    tag('link', { rel: 'alternate', type: 'application/json+oembed', href: oembed, title: app.name }),
  ];
}

function pageUrl(publicUrl: string, { id }: PreviewedApp): string {
  return publicUrl + endpointUrl('/play/{id}', { id });
}

/** One line; what is cut is cut between words and whole characters. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= maxDescription) return line;
  const cut = line.slice(0, maxDescription).replace(/\s\S*$/, '');
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`;
}

function tag(name: 'meta' | 'link', attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`);
  return `<${name} ${written.join(' ')} />`;
}
