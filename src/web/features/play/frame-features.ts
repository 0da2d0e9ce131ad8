import { frameFeatures } from '#shared/isolation.ts';

/** Without what this browser does not have: Chromium on Linux cannot share, and complains of the word. */
export const frameFeaturesHere =
  'share' in navigator
    ? frameFeatures
    : frameFeatures
        .split('; ')
        .filter((feature) => !feature.startsWith('web-share'))
        .join('; ');
