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

/**
 * A frame's `allow`: Flux's player grants it to an app's page, and a themed page hands it on to the creator's page
 * inside. Each feature is for any origin that the frame shows: the player's starts at /serve on Flux's own origin and
 * ends on the app's, which a bare name (meaning the origin of `src`) would leave out. The page's Permissions-Policy
 * header keeps them from everyone but the content origins.
 */
export const frameFeatures = [
  'fullscreen',
  'gamepad',
  'autoplay',
  'xr-spatial-tracking',
  'accelerometer',
  'gyroscope',
  'magnetometer',
  'clipboard-write',
  'screen-wake-lock',
  'web-share',
  'cross-origin-isolated',
]
  .map((feature) => `${feature} *`)
  .join('; ');
