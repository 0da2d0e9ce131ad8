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

/** The id in the address of an app's own page; null for any other page. */
export function playedApp(path: string): string | null {
  return /^\/play\/([^/]+)$/.exec(path)?.[1] ?? null;
}

/** Whether the address of the page may itself be a secret, as a private app's share link is. */
export function isUnlisted(path: string): boolean {
  return playedApp(path) !== null;
}
