import { namespace } from '../../namespace.ts';

export const texts = namespace({
  publishImprovePublishAgain: 'Publish, improve, publish again.',
  updatesInOneStep: 'Updates in one step',
  playersGetTheCompleteOldVersion:
    'Players get the complete old version or the complete new one. Rolling back takes one step, and saves stay.',
  aLinkAsPrivateAsYouLike: 'A link as private as you like',
  publicInTheGalleryOrUnlistedBehind:
    'Public in the gallery, or unlisted with a secret link that you can renew or switch off. Embeds and QR codes included.',
  aThemeThatSuitsTheGame: 'A theme that suits the game',
  keepYourOwnPageOrChooseOne: 'Keep your own page or choose one of five themes. Change it at any time.',
  newLevelSofterRain: 'New level, softer rain',
  gamepadOnFirefox: 'Gamepad on Firefox',
  nightMode: 'Night mode',
  active: 'Active',
  rollback: 'Rollback',
  publicInTheGallery: 'Public<span>in the gallery</span>',
  privateKeyVq3x81: 'Private<span>?key=Vq3x…81</span>',
});
