import { escapeHtml } from '#shared/html.ts';

interface Head {
  title: string;
  description: string;
}

/** Pages that search engines and previews of links lead to, by what they read without running a script. */
const heads: Record<string, Head | undefined> = {
  '/subscriptions': {
    title: 'Subscriptions',
    description: 'The plans of Flux, what they cost and what they include.',
  },
  '/faq': {
    title: 'FAQ',
    description: 'Answers about uploading, sharing and playing, accounts, plans, payments and themes.',
  },
  '/eula': {
    title: 'EULA',
    description: 'The End User License Agreement: what you may do with Flux and with the applications on it.',
  },
  '/terms': {
    title: 'Terms',
    description: 'The Terms of Service: accounts, plans and payments, what you upload, privacy and deletion.',
  },
  '/api': {
    title: 'API',
    description: 'Every call of the HTTP API of Flux, with what it takes and answers.',
  },
};

/** The page of the web app with the title and description of the one that is asked for, where it has its own. */
export function withPageHead(page: string, path: string): string {
  const head = heads[path];
  if (!head) return page;
  return page
    .replace(
      /<meta name="description"[^>]*>/,
      () => `<meta name="description" content="${escapeHtml(head.description)}" />`,
    )
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(`${head.title} · Flux`)}</title>`);
}
