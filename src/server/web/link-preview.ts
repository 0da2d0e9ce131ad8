import { thumbnailPath, thumbnailSizes } from '#shared/apps/thumbnails.ts';
import { endpointUrl } from '#shared/contract/endpoint-url.ts';
import { previewTags, tag, withHead } from './head-tags.ts';
import { withNeutralHead } from './page-heads.ts';

/** Data for services that show a preview of a link. */
export interface PreviewedApp {
  id: string;
  name: string;
  description: string;
  thumbnailId: string | null;
  updatedAt: Date;
}

/** Direction marks would also affect the following text, and a name must not reorder it. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** More than any service shows. */
const maxDescription = 300;

/**
 * The page of the web app with the head of a public application. For any other application, under every
 * address and for every requester, the head describes only Flux: services cache previews and show them to
 * others, so a pasted share link must reveal nothing. A missing application gets the same head.
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

/** One line, cut between words and whole characters. */
function shorten(text: string): string {
  const line = text.replaceAll(directionMarks, '').replaceAll(/\s+/g, ' ').trim();
  if (line.length <= maxDescription) return line;
  const cut = line.slice(0, maxDescription).replace(/\s\S*$/, '');
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`;
}
