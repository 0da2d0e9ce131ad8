import { previewTags, tag, unindexed, withHead } from './head-tags.ts';

interface PublicPage {
  title: string;
  description: string;
}

/** Pages that search engines and links lead to, with the data that is read without scripts. */
export const publicPages: Record<string, PublicPage | undefined> = {
  '/': {
    title: 'Play Unity web builds in any browser · Flux',
    description:
      'Upload a Unity web build, share one link, and anyone plays it in the browser. Versions, private links and every Unity generation; free to begin.',
  },
  '/subscriptions': {
    title: 'Subscriptions · Flux',
    description: 'The plans of Flux, what they cost and what they include.',
  },
  '/faq': {
    title: 'FAQ · Flux',
    description: 'Answers about uploading, sharing and playing, accounts, plans, payments and themes.',
  },
  '/eula': {
    title: 'EULA · Flux',
    description: 'The End User License Agreement: what you may do with Flux and with the applications on it.',
  },
  '/terms': {
    title: 'Terms · Flux',
    description: 'The Terms of Service: accounts, plans and payments, what you upload, privacy and deletion.',
  },
  '/api': {
    title: 'API · Flux',
    description: 'Every call of the HTTP API of Flux, with what it takes and answers.',
  },
};

/** Pages for signed-in users: a search engine would only see the request to sign in. */
const personalTitles: Record<string, string | undefined> = {
  '/upload': 'Upload',
  '/dashboard': 'My Applications',
  '/organizations': 'Organizations',
  '/profile': 'Profile',
  '/storage': 'Storage Configuration',
};

export const sharePicture = {
  path: '/share.jpg',
  type: 'image/jpeg',
  width: 1200,
  height: 630,
  alt: 'Flux: Your Unity game, in any browser. Three games on screens.',
};

interface PageRequest {
  publicUrl: string;
  path: string;
  /** False for an address without a page. */
  found: boolean;
}

/** The page of the web app with the head of the requested page. */
export function withPageHead(page: string, { publicUrl, path, found }: PageRequest): string {
  if (!found) return withHead(page, { title: 'Page not found · Flux', tags: [unindexed] });
  const shown = publicPages[path];
  if (!shown) return withNeutralHead(page, publicUrl, personalTitles[path]);
  const url = publicUrl + path;
  const preview = previewTags({ ...shown, url, picture: pictureAt(publicUrl) });
  return withHead(page, { ...shown, tags: [tag('link', { rel: 'canonical', href: url }), ...preview] });
}

/** A head that describes only Flux, for any address: a service that caches it learns nothing about the page. */
export function withNeutralHead(page: string, publicUrl: string, title?: string): string {
  const home = publicPages['/'];
  const preview = home
    ? previewTags({
        url: null,
        title: 'Flux',
        description: home.description,
        picture: pictureAt(publicUrl),
      })
    : [];
  return withHead(page, { title: title ? `${title} · Flux` : 'Flux', tags: [unindexed, ...preview] });
}

function pictureAt(publicUrl: string) {
  const { path, ...picture } = sharePicture;
  return { ...picture, url: publicUrl + path };
}
