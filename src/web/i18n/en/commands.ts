import { namespace } from '../namespace.ts';

export const texts = namespace({
  searchAndCommands: 'Search and commands',
  searchOrGoAnywhere: 'Search, or go anywhere...',
  close: 'Close',
  results: 'Results',
  nothingHereGoesByThatName: 'Nothing here goes by that name.',
  countResults: '{count, plural, one {# result} other {# results}}',
  keyboardShortcuts: 'Keyboard shortcuts',
  theyRestWhileYouTypeWhileA:
    'They rest while you type, while a dialog is open and while a game has the keyboard. Where a game runs, letters do only what belongs to it.',
  useSingleKeys: 'Use single keys',
  turnThemOffIfYouSpeakTo:
    'Turn them off if you speak to your computer or press keys by accident. This browser remembers it.',
  searchTheGalleryForQ: 'Search the gallery for “{q}”',
  applications: 'Applications',
  organizations: 'Organizations',
  people: 'People',
  itsApplications: 'Its applications',
});
