import { namespace } from '../namespace.ts';

export const texts = namespace({
  itCouldNotBeCopiedSelectIt: 'It could not be copied. Select it and copy it by hand.',
  copied: 'Copied!',
  theLinkCouldNotBeCopiedIt: 'The link could not be copied. It is {url}',
  share: 'Share',
  shareName: 'Share {name}',
  byLinkByCameraOrOnYour: 'By link, by camera, or on your own site.',
  aPrivateApplicationIsSharedBy: 'A private application is shared by its link alone.',
  shareLink: 'Share link',
  copyShareLink: 'Copy share link',
  qrCodeOfTheShareLinkOf: 'QR code of the share link of {name}',
  pointTheCameraOfAPhoneOr: 'Point the camera of a phone or a headset at it to play there.',
  embedCode: 'Embed code',
  copyEmbedCode: 'Copy embed code',
  otherSitesCanEmbedPublic: 'Other sites can embed public applications only.',
  theShareLinkIsOff: 'The share link is off',
  thereIsANewShareLink: 'There is a new share link',
  theShareLinkIsOffNobodyComes:
    'The share link is off: nobody comes in by a link. You still open the application by its ordinary address.',
  linkSleepsUntilPlan: 'The share link sleeps: it opens nothing until the owner has a plan again.',
  noLinkUntilPlan: 'You can make a new one as soon as the owner has a plan again.',
  linkSleepsUntilBroughtBack:
    'The share link sleeps: it opens nothing until an administrator brings the application back.',
  noLinkUntilBroughtBack:
    'You can make a new one as soon as an administrator has brought the application back.',
  linkSleepsUntilApproved: 'The share link sleeps: it opens nothing until the application is approved.',
  noLinkUntilApproved: 'You can make a new one as soon as the application is approved.',
  makeAShareLink: 'Make a share link',
  thisApplicationIsPrivateEveryone:
    'This application is private. Everyone who has the link can play it, until you renew or switch it off.',
  renewLink: 'Renew link',
  switchOff: 'Switch off',
  switchOffTheShareLink: 'Switch off the share link?',
  renewTheShareLink: 'Renew the share link?',
  keepTheLink: 'Keep the link',
  whoeverPlaysNameByTheLinkOf:
    'Whoever plays {name} by the link of now is stopped, and that link never works again.',
});
