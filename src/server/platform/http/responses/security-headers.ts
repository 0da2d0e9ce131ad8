import {
  type DeviceAccess,
  deniedFeatures,
  deviceAccesses,
  grantedFeatures,
  missingOnLinux,
} from '#shared/play/game-features.ts';

const year = 31_536_000;

/**
 * What every answer of Flux's own origin carries unless a route says otherwise: nothing in it may be guessed at,
 * kept, framed or read by another origin. Pages replace part of it by `pageHeaders`.
 */
export function baseHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    // On every answer: a sign-in window that meets one of Flux's own without it is cut off from the page that opened
    // it, which then takes it for closed.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(publicUrl.startsWith('https://') ? { 'strict-transport-security': `max-age=${year}` } : {}),
  };
}

export interface PageOrigins {
  config: {
    /** Origin with `{app}` as the first label of its host. Null: frames show Flux's own host. */
    contentOrigin: string | null;
  };
}

/** Where Stripe's script comes from, whose frames take the card, and where it sends what was typed there. */
const stripeSources = {
  // The second is where it may begin further frames.
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};

/**
 * Headers for a page of Flux: scripts by nonce alone, frames from the content origins and from /serve, which leads there, and a window of its
 * own that sign-in pop-ups may still report to.
 * @param nonce fresh for each answer, in the `nonce` attribute of the page's own scripts and styles
 * @param unlisted true on pages whose address is itself a secret, such as a private app's share link
 * @param stripe true where people may come to pay at Stripe without loading another page
 */
export function pageHeaders(
  nonce: string,
  context: PageOrigins,
  { unlisted = false, stripe = false }: { unlisted?: boolean; stripe?: boolean } = {},
): Record<string, string> {
  const content = contentOrigins(context);
  const paying = (kind: keyof typeof stripeSources) =>
    stripe ? stripeSources[kind].map((source) => ` ${source}`).join('') : '';
  const policy = [
    "default-src 'none'",
    // Browsers that know strict-dynamic run what a script with the nonce adds, and pass over the addresses.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${paying('script')}`,
    // What reads a build that is chosen does so beside the page.
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${content ? ` ${content}` : ''}`,
    "font-src 'self'",
    `connect-src 'self'${paying('connect')}`,
    "manifest-src 'self'",
    `frame-src 'self'${content ? ` ${content}` : ''}${paying('frame')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': unlisted ? 'no-referrer' : 'strict-origin-when-cross-origin',
    // One page shows one game after another without being loaded anew, so the frame of each says what it may ask for.
    'permissions-policy': pagePermissions(
      context,
      deviceAccesses,
      stripe ? { ...ownFeatures, ...walletFeatures } : ownFeatures,
    ),
    'origin-agent-cluster': '?1',
    'cache-control': 'no-store',
    vary: 'Cookie',
  };
}

/**
 * Headers for the one page of Flux that other sites may frame. It runs no script, sends no form and knows nobody, so
 * there is nothing in it that a click could be stolen for.
 * @param nonce fresh for each answer, in the `nonce` attribute of the page's own styles
 * @param devices what the game on it may ask its players for
 */
export function framedPageHeaders(
  nonce: string,
  context: PageOrigins,
  devices: readonly DeviceAccess[] = [],
): Record<string, string> {
  const content = contentOrigins(context);
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    `frame-src 'self'${content ? ` ${content}` : ''}`,
    "form-action 'none'",
    "base-uri 'none'",
    // There is no frame-ancestors: even `*` would keep out pages that lie in a file or belong to an app.
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': pagePermissions(context, devices),
    'origin-agent-cluster': '?1',
  };
}

function contentOrigins({ config }: PageOrigins): string | undefined {
  return config.contentOrigin?.replace('{app}', '*');
}

/** What Flux's own pages may do, and no game in them: a creator films the tab for a thumbnail. */
const ownFeatures: Record<string, string> = { 'display-capture': '(self)' };
/** Stripe's frames ask the browser for its wallet. */
const walletFeatures = {
  payment: `(self ${stripeSources.script.map((source) => `"${source}"`).join(' ')})`,
};

/**
 * Newer features are left out, which grants them to no frame that does not say so in its `allow`: older browsers would
 * complain of the words.
 */
const newFeatures: readonly string[] = ['compute-pressure', 'aria-notify', ...missingOnLinux];

function pagePermissions(
  context: PageOrigins,
  devices: readonly DeviceAccess[],
  own: Record<string, string> = {},
): string {
  const content = contentOrigins(context);
  // An opaque origin can be named by no list.
  const framed = content ? `(self "${content}")` : '*';
  const delegated = [...grantedFeatures, ...devices];
  const denied = [...deniedFeatures, ...deviceAccesses.filter((each) => !devices.includes(each))];
  return [
    ...delegated.map((feature) => [feature, framed]),
    ...denied.map((feature) => [feature, own[feature] ?? '()']),
  ]
    .filter(([feature = '']) => !newFeatures.includes(feature))
    .map((entry) => entry.join('='))
    .join(', ');
}
