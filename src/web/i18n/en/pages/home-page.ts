import { namespace } from '../../namespace.ts';

export const texts = namespace({
  playUnityWebBuildsInAnyBrowser: 'Play Unity web builds in any browser',
  myApplications: 'My Applications',
  welcomeToFlux: 'Welcome to Flux',
  downloadBeforeExpiry: 'Download your applications before your subscription expires',
  downloadBeforeDate: 'Download your applications before {deletionAt}, when they are permanently deleted',
  uploadYourApp: 'Upload Your App',
  getStarted: 'Get Started',
  signUpToUpload: 'Sign Up to Upload',
  viewPricing: 'View Pricing',
  applications: 'Applications',
  all: 'All',
  mine: 'Mine',
  noApplicationsYet: 'No applications yet',
  uploadTheZipOfAUnityWeb: 'Upload the zip of a Unity web build to play and share it.',
  seePublicApps: 'See Public Apps',
  signInToSeeYourApplications: 'Sign in to see your applications',
  noPublicApplicationsYet: 'No public applications yet',
  noPublicApplicationsText: 'Publish the first one.',
});
