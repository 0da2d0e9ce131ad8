/** The pages of the web app. Any other path shows the same page, which says that there is nothing, with a 404. */
const pagePatterns = [
  /^\/$/,
  /^\/(upload|dashboard|organizations|profile|admin|storage|subscriptions|faq|eula|terms)$/,
  /^\/(play|update)\/[^/]+$/,
];

export function isPage(path: string): boolean {
  return pagePatterns.some((pattern) => pattern.test(path));
}

/** Whether the address of the page may itself be a secret, as a private app's share link is. */
export function isUnlisted(path: string): boolean {
  return path.startsWith('/play/');
}
