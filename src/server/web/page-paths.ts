/** The pages of the web app. Any other path shows the same page, which says that there is nothing, with a 404. */
const pagePatterns = [
  /^\/$/,
  /^\/(upload|dashboard|organizations|profile|admin|storage|subscriptions|faq|eula|terms|api)$/,
  /^\/admin\/(reports|support|audit-log|mails)$/,
  /^\/(play|update|test-billing)\/[^/]+$/,
];

export function isPage(path: string): boolean {
  return pagePatterns.some((pattern) => pattern.test(path));
}

/**
 * The page of an address with capitals in its name or slashes behind it, which the browser's router takes as well; null for
 * any other address. It begins with the name of a page, and never with the slashes that lead to another host.
 */
export function plainPath(path: string): string | null {
  const bare = path.replace(/(?<=[^/])\/+$/, '');
  const [, name = '', rest = ''] = /^(\/(?:admin\/)?[^/]*)(.*)$/is.exec(bare) ?? [];
  const plain = name.toLowerCase() + rest;
  return plain !== path && isPage(plain) ? plain : null;
}

/** The id in the address of an app's own page; null for any other page. */
export function playedApp(path: string): string | null {
  return /^\/play\/([^/]+)$/.exec(path)?.[1] ?? null;
}

/** Whether the address of the page may itself be a secret, as a private app's share link is. */
export function isUnlisted(path: string): boolean {
  return playedApp(path) !== null;
}
