import { namespace } from '../namespace.ts';

export const texts = namespace({
  searchAndCommands: 'Search and commands',
  searchOrJumpToAPage: 'Search or jump to a page...',
  close: 'Close',
  results: 'Results',
  noResults: 'No results',
  countResults: '{count, plural, one {# result} other {# results}}',
  keyboardShortcuts: 'Keyboard shortcuts',
  shortcutsAreOffWhileYouType:
    'Shortcuts are off while you type, in dialogs and while a game has the keyboard. Next to a running game, letters only control the player.',
  useSingleKeys: 'Use single keys',
  turnThemOffIfYouUseSpeechInputOr:
    'Turn them off if you use speech input or press keys by accident. This browser remembers the setting.',
  searchTheGalleryForQ: 'Search the gallery for “{q}”',
  applications: 'Applications',
  organizations: 'Organizations',
  people: 'People',
  itsApplications: 'Its applications',
});
