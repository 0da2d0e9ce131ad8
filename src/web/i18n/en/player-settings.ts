import { namespace } from '../namespace.ts';

export const texts = namespace({
  playerSettings: 'Player Settings',
  whatBrowsersAllowTheGame:
    'What the game may use in the browser. Running games apply a change when they are reloaded.',
  deviceAccess: 'Device access',
  onlyWhatIsSwitchedOn:
    'Games can ask players only for the devices selected here, and each browser asks its player first. Copy the embed code again after a change.',
  noDevicesWithoutOrigins:
    'This server does not give each game its own address, so browsers still refuse camera, microphone and MIDI.',
  theBuildAsksForIt: 'The build asks for it.',
  isolationForThreads: 'Isolation for threads',
  automatic: 'Automatic',
  onSinceThreads: 'On, because this version uses threads.',
  offWithoutThreads: 'Off, because Flux found no threads in this version.',
  on: 'On',
  forThreadsFromElsewhere:
    'For builds that load code with threads from another site. Files of other sites load without cookies, and only Chrome and Edge isolate the game on the play page.',
  off: 'Off',
  threadsDoNotRun: 'Threads do not run. Pages and pictures of other sites load as usual.',
  serveTheStartPage: 'Serve the start page for unknown paths',
  forSinglePageRoutes:
    'For games with single-page routes, such as /level/3. Missing files are still not found.',
  settingsNotSaved: 'Failed to save player settings: {error}',
  settingsSaved: 'Player settings saved.',
  saving: 'Saving…',
  saveSettings: 'Save Settings',
  discardChanges: 'Discard changes',
});
