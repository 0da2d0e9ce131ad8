import { escapeHtml } from '#shared/text/html.ts';

/** Replaces the title and the description of the built page, and adds tags after them. */
export interface Head {
  title: string;
  /** The build's own description if missing. */
  description?: string;
  tags: readonly string[];
}

export function withHead(page: string, { title, description, tags }: Head): string {
  const described =
    description === undefined
      ? page
      : page.replace(/<meta name="description"[^>]*>/, () =>
          tag('meta', { name: 'description', content: description }),
        );
  return described.replace(/<title>[^<]*<\/title>/, () =>
    [`<title>${escapeHtml(title)}</title>`, ...tags].join('\n    '),
  );
}

/** Before the script, which would request them later. */
export function withPreloads(page: string, tags: readonly string[]): string {
  return page.replace(
    /(\s*)(?=<script [^>]*type="module")/,
    (space) => [space, ...tags].join('\n    ') + space,
  );
}

export function tag(name: 'meta' | 'link', attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`);
  return `<${name} ${written.join(' ')} />`;
}

export function scriptPreload(address: string, nonce: string): string {
  return tag('link', { rel: 'modulepreload', crossorigin: '', href: address, nonce });
}

export interface Preview {
  /** The canonical address, or null for a secret one. */
  url: string | null;
  title: string;
  description: string;
  picture: { url: string; type: string; width: number; height: number; alt: string } | null;
}

/** Tags for link previews, in the two vocabularies that services read. */
export function previewTags({ url, title, description, picture }: Preview): string[] {
  const properties = {
    'og:site_name': 'Flux',
    'og:type': 'website',
    ...(url && { 'og:url': url }),
    'og:title': title,
    'og:description': description,
    ...(picture && {
      'og:image': picture.url,
      'og:image:type': picture.type,
      'og:image:width': String(picture.width),
      'og:image:height': String(picture.height),
      'og:image:alt': picture.alt,
    }),
  };
  const names = {
    'twitter:card': picture ? 'summary_large_image' : 'summary',
    'twitter:title': title,
    'twitter:description': description,
    ...(picture && { 'twitter:image': picture.url, 'twitter:image:alt': picture.alt }),
  };
  return [
    ...Object.entries(properties).map(([property, content]) => tag('meta', { property, content })),
    ...Object.entries(names).map(([name, content]) => tag('meta', { name, content })),
  ];
}

export const unindexed = tag('meta', { name: 'robots', content: 'noindex' });
