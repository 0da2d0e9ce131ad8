/** The pages of the web app. Any other path shows the same app as a 404 page. */
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
 * The normalized path for an address with capitals in the page name or trailing slashes, which the browser's
 * router accepts too; null for any other address. It starts with the name of a page, never with slashes that
 * lead to another host.
 */
export function plainPath(path: string): string | null {
  const bare = path.replace(/(?<=[^/])\/+$/, '');
  const [, name = '', rest = ''] = /^(\/(?:admin\/)?[^/]*)(.*)$/is.exec(bare) ?? [];
  const plain = name.toLowerCase() + rest;
  return plain !== path && isPage(plain) ? plain : null;
}

/** The id in the address of an application's own page; null for any other page. */
export function appIdOfPlayPage(path: string): string | null {
  return /^\/play\/([^/]+)$/.exec(path)?.[1] ?? null;
}

/** Whether the address of the page may be a secret, as a share link of a private application is. */
export function isUnlisted(path: string): boolean {
  return appIdOfPlayPage(path) !== null;
}
