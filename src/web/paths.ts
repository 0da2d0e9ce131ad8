import { versionAnchor } from '#shared/versions/version-anchor.ts';

/** The parameter that tells a sign-in begun by choosing a plan. */
export const chosenMark = 'chosen';

/** The parameter that names an invitation. */
export const invitationMark = 'invitation';

/** Where the list of applications is on the home page. */
export const galleryId = 'applications';

/** The list of versions that await the viewer's approval. */
export const approvalsId = 'approvals';

/** On the update page: the version that has awaited approval longest. */
export const pendingId = 'awaiting-approval';

/** Every address inside the site, as a function. Links are made here and nowhere else. */
export const paths = {
  home: () => '/',
  /** The gallery of everybody, below what a visitor meets first. */
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
  /** The prices, after a sign-in for a plan: the mark says which one. */
  chosenPlan: (mark: string) => `/subscriptions?${new URLSearchParams({ [chosenMark]: mark })}#pricing`,
  organizations: () => '/organizations',
  /** The versions that await the viewer's approval. */
  approvals: () => `/organizations#${approvalsId}`,
  /** Where the mail of an invitation leads. */
  invitation: (id: string) => `/organizations?${new URLSearchParams({ [invitationMark]: id })}`,
  applicationsOf: (organizationId: string) => `/?${new URLSearchParams({ organization: organizationId })}`,
  /** The gallery, searched. */
  applicationsLike: (text: string) => `/?${new URLSearchParams({ q: text })}`,
  profile: () => '/profile',
  /** Where a purchase ends. */
  purchased: () => '/profile?subscription=success',
  admin: () => '/admin',
  /** Another tab of it than the first, by its name. */
  adminTab: (tab: string) => `/admin?${new URLSearchParams({ tab })}`,
  /** The accounts, searched. */
  adminUsersLike: (text: string) => `/admin?${new URLSearchParams({ q: text })}`,
  adminReports: () => '/admin/reports',
  adminSupport: () => '/admin/support',
  adminAuditLog: () => '/admin/audit-log',
  adminMails: () => '/admin/mails',
  storage: () => '/storage',
  /** The answers; `slug` names one of them. */
  faq: (slug?: string) => (slug ? `/faq#${slug}` : '/faq'),
  eula: () => '/eula',
  /** The terms; `slug` names one of their sections. */
  terms: (slug?: string) => (slug ? `/terms#${slug}` : '/terms'),
  /** The description of the API; `anchor` names one of its parts. */
  api: (anchor?: string) => (anchor ? `/api#${anchor}` : '/api'),
} as const;

/** A letter to whoever helps here. Everything but the @ is encoded: an address must not bring headers of its own. */
export function mailTo(address: string, subject: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`;
}

/** Where the way to a provider starts at the server; `returnTo` is an address inside the site. */
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
