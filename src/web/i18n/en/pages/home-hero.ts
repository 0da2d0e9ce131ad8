import { namespace } from '../../namespace.ts';

export const texts = namespace({
  lightsDownBrYourGameIsOn: 'Lights down.{br}Your game is on.',
  uploadAUnityWebBuildShareA:
    'Upload a Unity web build, share a link, and anyone with a browser is in the front row. No player to install, no server to set up.',
  getStartedFree: 'Get Started Free',
  seePublicApps: 'See Public Apps',
  viewPricing: 'View Pricing',
});
