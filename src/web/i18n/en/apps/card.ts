import { namespace } from '../../namespace.ts';

export const texts = namespace({
  actionsForName: 'Actions for {name}',
  play: 'Play',
  versionHistory: 'Version History',
  share: 'Share…',
  update: 'Update',
  edit: 'Edit',
  delete: 'Delete',
  labelVersionsOfName: '{label}: versions of {name}',
  download: 'Download',
  theShareLinkIsOff: 'The share link is off',
  theShareLinkIsPaused: 'The share link is paused',
  theLinkCouldNotBeCopiedIt: 'The link could not be copied. It is {shareUrl}',
  copyShareLinkOfName: 'Copy share link of {name}:',
  copied: 'Copied!',
  takenOffline: 'Taken offline',
  offline: 'Offline',
  public: 'Public',
  private: 'Private',
});
