import { namespace } from '../../namespace.ts';

export const texts = namespace({
  theFirstTakeIsRarelyTheLast: 'The first take is rarely the last.',
  versionsThatChangeInOneStep: 'Versions that change in one step',
  visitorsGetTheWholeOldVersionOr:
    'Visitors get the whole old version or the whole new one, never half. Rolling back is one step, and saves stay.',
  aLinkAsPrivateAsYouLike: 'A link as private as you like',
  publicInTheGalleryOrUnlistedBehind:
    'Public in the gallery, or unlisted behind a key that you renew or switch off. Embeds and QR codes come with it.',
  aFrameThatSuitsTheGame: 'A frame that suits the game',
  keepYourOwnPageOrChooseOne:
    'Keep your own page, or choose one of five that Flux draws around it. Change it whenever you like.',
  newLevelSofterRain: 'New level, softer rain',
  gamepadOnFirefox: 'Gamepad on Firefox',
  nightMode: 'Night mode',
  active: 'Active',
  rollback: 'Rollback',
  publicInTheGallery: 'Public<span>in the gallery</span>',
  privateKeyVq3x81: 'Private<span>?key=Vq3x…81</span>',
});
