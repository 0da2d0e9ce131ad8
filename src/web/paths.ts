import { versionAnchor } from '#shared/versions/version-anchor.ts';

/** The query parameter of a sign-in that was started by choosing a plan. */
export const planTokenParameter = 'chosen';

/** The query parameter of an invitation. */
export const invitationParameter = 'invitation';

/** The fragment of the list of applications on the home page. */
export const galleryId = 'applications';

/** The fragment of the list of versions that await the viewer's approval. */
export const approvalsId = 'approvals';

/** On the update page: the version that has awaited approval longest. */
export const pendingId = 'awaiting-approval';

/** Every address inside the site, as a function. Links must use these functions. */
export const paths = {
  home: () => '/',
  /** The public gallery, below the first content for visitors. */
  gallery: () => `/#${galleryId}`,
  myApps: () => '/?filter=my-apps',
  upload: () => '/upload',
  play: (id: string, key?: string | null) => withKey(`/play/${encodeURIComponent(id)}`, key),
  update,
  versions: (id: string) => `${update(id)}#versions`,
  /** The Version History at one of its versions. */
  version: (id: string, versionId: string) => `${update(id)}#${versionAnchor(versionId)}`,
  /** The Version History at the version that awaits approval. */
  pendingVersion: (id: string) => `${update(id)}#${pendingId}`,
  subscriptions: () => '/subscriptions',
  pricing: () => '/subscriptions#pricing',
  /** The prices, after a sign-in for a plan, with its token. */
  chosenPlan: (mark: string) =>
    `/subscriptions?${new URLSearchParams({ [planTokenParameter]: mark })}#pricing`,
  organizations: () => '/organizations',
  /** The versions that await the viewer's approval. */
  approvals: () => `/organizations#${approvalsId}`,
  /** The link in an invitation's e-mail. */
  invitation: (id: string) => `/organizations?${new URLSearchParams({ [invitationParameter]: id })}`,
  applicationsOf: (organizationId: string) => `/?${new URLSearchParams({ organization: organizationId })}`,
  /** The gallery with a search term. */
  applicationsLike: (text: string) => `/?${new URLSearchParams({ q: text })}`,
  profile: () => '/profile',
  /** The page after a purchase. */
  purchased: () => '/profile?subscription=success',
  admin: () => '/admin',
  /** Another tab of the page, by its name. */
  adminTab: (tab: string) => `/admin?${new URLSearchParams({ tab })}`,
  /** The accounts with a search term. */
  adminUsersLike: (text: string) => `/admin?${new URLSearchParams({ q: text })}`,
  adminReports: () => '/admin/reports',
  adminSupport: () => '/admin/support',
  adminAuditLog: () => '/admin/audit-log',
  adminMails: () => '/admin/mails',
  storage: () => '/storage',
  /** The questions and answers; `slug` is the fragment of one of them. */
  faq: (slug?: string) => (slug ? `/faq#${slug}` : '/faq'),
  eula: () => '/eula',
  /** The terms; `slug` is the fragment of a section. */
  terms: (slug?: string) => (slug ? `/terms#${slug}` : '/terms'),
  /** The API reference; `anchor` is the fragment of a section. */
  api: (anchor?: string) => (anchor ? `/api#${anchor}` : '/api'),
} as const;

/** A mailto link to the support address. Everything but the @ is encoded: an address must not add headers. */
export function mailTo(address: string, subject: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`;
}

/** The start of a provider's sign-in on the server; `returnTo` is an address inside the site. */
export function signInPath(
  provider: string,
  options: { purpose: string; returnTo: string; popup: boolean },
): string {
  const query = new URLSearchParams({ purpose: options.purpose, return: options.returnTo });
  if (options.popup) query.set('mode', 'popup');
  return `/auth/${provider}/start?${query}`;
}

function withKey(path: string, key: string | null | undefined): string {
  return key ? `${path}?${new URLSearchParams({ key })}` : path;
}

function update(id: string): string {
  return `/update/${encodeURIComponent(id)}`;
}
