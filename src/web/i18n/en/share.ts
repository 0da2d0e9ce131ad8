import { namespace } from '../namespace.ts';

export const texts = namespace({
  copyingFailedSelectTheTextAnd: 'Copying failed. Select the text and copy it manually.',
  copied: 'Copied!',
  theLinkCouldNotBeCopiedIt: 'The link could not be copied. It is {url}',
  share: 'Share',
  shareName: 'Share {name}',
  shareALinkAQRCodeOrAnEmbedCode: 'Share a link, a QR code or an embed code.',
  shareAPrivateApplicationByIts: 'Share a private application by its link only.',
  shareLink: 'Share link',
  copyShareLink: 'Copy share link',
  qrCodeOfTheShareLinkOf: 'QR code of the share link of {name}',
  scanItWithAPhoneOrAHeadsetToPlay: 'Scan it with a phone or a headset to play there.',
  embedCode: 'Embed code',
  copyEmbedCode: 'Copy embed code',
  otherSitesCanEmbedPublic: 'Other sites can embed public applications only.',
  theShareLinkIsOff: 'The share link is off',
  thereIsANewShareLink: 'There is a new share link',
  theShareLinkIsOffAndOpensNothing:
    'The share link is off and opens nothing. You can still open the application at its ordinary address.',
  linkPausedUntilPlan: 'The share link is paused until the owner has a plan again.',
  noLinkUntilPlan: 'You can create a new one once the owner has a plan again.',
  linkPausedUntilBroughtBack: 'The share link is paused until an administrator brings the application back.',
  noLinkUntilBroughtBack: 'You can create a new one once an administrator has brought the application back.',
  linkPausedUntilApproved: 'The share link is paused until the application is approved.',
  noLinkUntilApproved: 'You can create a new one once the application is approved.',
  createAShareLink: 'Create a share link',
  thisApplicationIsPrivateEveryone:
    'This application is private. Anyone with the link can play it until you renew or switch off the link.',
  renewLink: 'Renew link',
  switchOff: 'Switch off',
  switchOffTheShareLink: 'Switch off the share link?',
  renewTheShareLink: 'Renew the share link?',
  keepTheLink: 'Keep the link',
  anyonePlayingNameIsDisconnected:
    'Anyone playing {name} through the current link is disconnected, and that link stops working for good.',
});
