/**
 * The browser features (Permissions Policy, w3.org/TR/permissions-policy) of games.
 * `e2e/isolation-features.spec.ts` fails for a feature of Chromium that is in none of these lists.
 * SECURITY.md has the reason for every feature that games lack.
 */

/** Features of every game: none asks the player anything or identifies the player. */
export const grantedFeatures = [
  'fullscreen',
  'gamepad',
  'autoplay',
  'xr-spatial-tracking',
  'accelerometer',
  'gyroscope',
  'magnetometer',
  'clipboard-write',
  'keyboard-map',
  'screen-wake-lock',
  'web-share',
  'compute-pressure',
  'aria-notify',
  'cross-origin-isolated',
] as const;

/** Features that the owner of a game can enable. The names are those of Permissions Policy. */
export const deviceAccesses = [
  'camera',
  'microphone',
  'geolocation',
  'midi',
  'bluetooth',
  'usb',
  'serial',
  'hid',
  'clipboard-read',
] as const;
export type DeviceAccess = (typeof deviceAccesses)[number];

/** Features that headers deny to games, also in their own tab. */
export const deniedFeatures = [
  'payment',
  'display-capture',
  'publickey-credentials-get',
  'publickey-credentials-create',
  'identity-credentials-get',
  'digital-credentials-get',
  'digital-credentials-create',
  'otp-credentials',
  'local-fonts',
  'idle-detection',
  'window-management',
  // Every frame has these by default.
  'browsing-topics',
  'interest-cohort',
  'private-state-token-issuance',
  'private-state-token-redemption',
  // Newer versions of Chromium split the first into the second and third.
  'local-network-access',
  'local-network',
  'loopback-network',
] as const;

/**
 * Features that frames do not get and no header denies. In its own tab a game has them like any site: denying
 * each would log warnings in browsers that lack it.
 */
export const undelegatedFeatures = [
  'captured-surface-control',
  'deferred-fetch',
  'encrypted-media',
  'language-detector',
  'language-model',
  'on-device-speech-recognition',
  'speaker-selection',
  'summarizer',
  'translator',
] as const;

/** Features that browsers allow every frame by default, unchanged by Flux. */
export const defaultFeatures = [
  'deferred-fetch-minimal',
  'media-playback-while-not-visible',
  'picture-in-picture',
  'storage-access',
  'sync-xhr',
  'unload',
] as const;

/** The prefix of client hints: data that browsers send to servers, useless to a page. */
export const clientHintPrefix = 'ch-';

/**
 * Chromium on Linux lacks both and warns about the names. Each request contains its platform, so that a
 * header or page for it can omit them.
 */
export const missingOnLinux: readonly string[] = ['bluetooth', 'web-share'];

/**
 * A frame's `allow`: Flux's player grants it to an application's page, and a themed page passes it to the
 * creator's page inside. Each feature is allowed for any origin in the frame: the player's frame redirects
 * from /serve on Flux's own origin to the application's, which a bare name (the origin of `src`) would
 * exclude. The page's Permissions-Policy header limits them to the content origins.
 */
export function frameAllow(
  devices: readonly DeviceAccess[],
  isKnown: (feature: string) => boolean = () => true,
): string {
  return [...grantedFeatures, ...devices]
    .filter(isKnown)
    .map((feature) => `${feature} *`)
    .join('; ');
}

/** `document.featurePolicy`, which only Chromium has and TypeScript does not know. */
interface ListsFeatures {
  featurePolicy?: { features(): string[] };
}

/**
 * Whether this browser knows a feature: unknown features log a warning. Browsers that do not report their
 * features may know any.
 * @param page the `document`
 */
export function createFeatureCheck(page: object): (feature: string) => boolean {
  const features = (page as ListsFeatures).featurePolicy?.features();
  return (feature) => !features || features.includes(feature);
}
