import { namespace } from '../../namespace.ts';

export const texts = namespace({
  yourUnityGameInAnyBrowser: 'Your Unity game,{br}in any browser.',
  uploadAUnityWebBuildShareA:
    'Upload a Unity web build and share a link. Anyone with a browser can play: nothing to install, no server to set up.',
  getStartedFree: 'Get Started Free',
  seePublicApps: 'See Public Apps',
  viewPricing: 'View Pricing',
});
