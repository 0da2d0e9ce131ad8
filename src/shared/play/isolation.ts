/**
 * How builds are isolated from Flux. `origin`: each application has its own origin. `sandbox`: applications
 * cannot have host names, so builds run in an opaque origin on Flux's own host, without browser storage.
 */
export const isolations = ['origin', 'sandbox'] as const;
export type Isolation = (typeof isolations)[number];

/**
 * The first Chromium version that isolates a page in any frame by its own header,
 * `Document-Isolation-Policy`; not on phones.
 */
export const minPageIsolationVersion = 137;

/**
 * Whether the pages of a game are cross-origin isolated, which browsers require for threads. `automatic`: if
 * the inspection found threads in the build. Code from elsewhere is not inspected, so the owner may decide.
 */
export const threadIsolations = ['automatic', 'on', 'off'] as const;
export type ThreadIsolation = (typeof threadIsolations)[number];

/** @param threads whether the inspection found threads in the build */
export function isIsolated(setting: ThreadIsolation, threads: boolean): boolean {
  return setting === 'automatic' ? threads : setting === 'on';
}

/** The permissions of a build, as a frame's `sandbox` and as the CSP directive. Only top navigation is missing. */
export function sandboxTokens(isolation: Isolation): string {
  const ownOrigin = isolation === 'origin' ? ['allow-same-origin', popupsAreFree] : [];
  return ['allow-scripts', ...ownOrigin, ...permissions].join(' ');
}

/**
 * Popups of a game escape its sandbox, because some sites, such as shops and sign-ins, refuse to open in a
 * sandbox. The content origin still isolates the game from Flux. Without content origins popups stay
 * sandboxed.
 */
const popupsAreFree = 'allow-popups-to-escape-sandbox';

const permissions = [
  'allow-pointer-lock',
  'allow-forms',
  'allow-modals',
  'allow-popups',
  'allow-downloads',
  'allow-orientation-lock',
];
