import { thumbnailPath, thumbnailSizes } from '#shared/apps/thumbnails.ts';
import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import { previewTags, tag, withHead } from './head-tags.ts';
import { withNeutralHead } from './page-heads.ts';

/** What a page tells to services that show a picture and a few words in place of its address. */
export interface PreviewedApp {
  id: string;
  name: string;
  description: string;
  thumbnailId: string | null;
  updatedAt: Date;
}

/** What turns the direction of the text that follows, too: a name must not turn the words around it. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** More than any service shows. */
const maxDescription = 300;

/**
 * The page of the web app with a head of its own.
 *
 * For an app that is not public, by whatever address and whoever asks, it is a head that tells of Flux alone: services
 * keep previews and show them to others, so a share link that somebody pastes into a chat must tell nothing. It is the
 * same for an app that does not exist.
 */
export function withLinkPreview(page: string, publicUrl: string, app: PreviewedApp | null): string {
  if (!app) return withNeutralHead(page, publicUrl);
  const name = app.name.replaceAll(directionMarks, '');
  const shown = { ...app, name };
  const description = shorten(app.description) || `Play ${name} in your browser.`;
  const url = pageUrl(publicUrl, app);
  const preview = previewTags({ url, title: name, description, picture: pictureOf(publicUrl, shown) });
  return withHead(page, {
    title: `${name} · Flux`,
    description,
    tags: [...preview, ...links(publicUrl, shown)],
  });
}

function pictureOf(publicUrl: string, { thumbnailId, name }: PreviewedApp) {
  if (thumbnailId === null) return null;
  const url = publicUrl + thumbnailPath(thumbnailId, 'large');
  return { url, type: 'image/webp', ...thumbnailSizes.large, alt: name };
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
  const line = text.replaceAll(directionMarks, '').replaceAll(/\s+/g, ' ').trim();
  if (line.length <= maxDescription) return line;
  const cut = line.slice(0, maxDescription).replace(/\s\S*$/, '');
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`;
}
