/**
 * How builds are kept away from Flux. `origin`: each app has an origin of its own. `sandbox`: no names can be had
 * for apps, so builds run in an opaque origin below Flux's own host, where the browser keeps nothing for them.
 */
export const isolations = ['origin', 'sandbox'] as const;
export type Isolation = (typeof isolations)[number];

/**
 * Browsers of the Chromium family isolate a page by its own header, `Document-Isolation-Policy`, since this version, in
 * whatever frame it is shown; on phones none does.
 */
export const firstToIsolatePages = 137;

/**
 * Whether the pages of a game are isolated, which browsers ask for before they run threads: `automatic` where the inspection
 * found threads in the build. Code that comes from elsewhere is not inspected, so the owner may decide.
 */
export const threadIsolations = ['automatic', 'on', 'off'] as const;
export type ThreadIsolation = (typeof threadIsolations)[number];

/** @param threads whether the inspection found threads in the build */
export function isIsolated(setting: ThreadIsolation, threads: boolean): boolean {
  return setting === 'automatic' ? threads : setting === 'on';
}

/** Everything a build may do, as a frame's `sandbox` and as the CSP directive; top navigation is what is missing. */
export function sandboxTokens(isolation: Isolation): string {
  const ownOrigin = isolation === 'origin' ? ['allow-same-origin', popupsAreFree] : [];
  return ['allow-scripts', ...ownOrigin, ...permissions].join(' ');
}

/**
 * A window that a game opens is no part of its sandbox: sites that keep others out of their windows, shops and sign-ins
 * among them, refuse to open in one. An origin of its own keeps the game from Flux all the same; where the sandbox is all
 * there is, it holds for windows, too.
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
