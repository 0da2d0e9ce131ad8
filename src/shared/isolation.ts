/**
 * How builds are kept away from Flux. `origin`: each app has an origin of its own. `sandbox`: no names can be had
 * for apps, so builds run in an opaque origin below Flux's own host, where the browser keeps nothing for them.
 */
export const isolations = ['origin', 'sandbox'] as const;
export type Isolation = (typeof isolations)[number];

/** Everything a build may do, as a frame's `sandbox` and as the CSP directive; top navigation is what is missing. */
export function sandboxTokens(isolation: Isolation): string {
  const ownOrigin = isolation === 'origin' ? ['allow-same-origin'] : [];
  return ['allow-scripts', ...ownOrigin, ...permissions].join(' ');
}

const permissions = [
  'allow-pointer-lock',
  'allow-forms',
  'allow-modals',
  'allow-popups',
  'allow-downloads',
  'allow-orientation-lock',
];
