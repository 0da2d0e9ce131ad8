/**
 * The browser features (Permissions Policy, w3.org/TR/permissions-policy) of games. A feature that Chromium has and none of
 * these lists names fails `e2e/isolation-features.spec.ts`; SECURITY.md has the reason for every feature that games lack.
 */

/** What every game may use: nothing here asks the player anything, and nothing tells who the player is. */
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

/** What a game may ask its players for once its owner has switched it on. The names are those of the features. */
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

/** What the headers deny to games, also in a tab of their own. */
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
  // The second and third are what newer Chromium splits the first into.
  'local-network-access',
  'local-network',
  'loopback-network',
] as const;

/**
 * What frames are not granted and no header denies. In a tab of its own a game has of them what any site has: to deny each
 * would make browsers that lack it complain in the console.
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

/** What browsers allow every frame by default, and Flux leaves at that. */
export const defaultFeatures = [
  'deferred-fetch-minimal',
  'media-playback-while-not-visible',
  'picture-in-picture',
  'storage-access',
  'sync-xhr',
  'unload',
] as const;

/** Client hints begin so: what a browser tells servers about itself, which is nothing that a page could use. */
export const clientHintPrefix = 'ch-';

/**
 * Chromium on Linux has neither and complains of the words. It says its platform with each request, so that a header or page
 * for it can leave them out.
 */
export const missingOnLinux: readonly string[] = ['bluetooth', 'web-share'];

/**
 * A frame's `allow`: Flux's player grants it to an app's page, and a themed page hands it on to the creator's page
 * inside. Each feature is for any origin that the frame shows: the player's starts at /serve on Flux's own origin and
 * ends on the app's, which a bare name (meaning the origin of `src`) would leave out. The page's Permissions-Policy
 * header keeps them from everyone but the content origins.
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

/** `document.featurePolicy`, which Chromium alone has and TypeScript does not know. */
interface ListsFeatures {
  featurePolicy?: { features(): string[] };
}

/**
 * Whether the browser of this page knows a feature: one that it does not know makes it complain in the console. Where no
 * browser says, any may be known.
 * @param page the `document`
 */
export function knownTo(page: object): (feature: string) => boolean {
  const features = (page as ListsFeatures).featurePolicy?.features();
  return (feature) => !features || features.includes(feature);
}
