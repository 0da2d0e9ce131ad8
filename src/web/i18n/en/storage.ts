import { namespace } from '../namespace.ts';

export const texts = namespace({
  activeConfiguration: 'Active Configuration',
  uploadsUpToMaxfilesize: 'Uploads up to {maxFileSize}: {allowedExtensions}',
  uploadsFailUntilItWorksAgainGames:
    'Uploads fail until it works again. Recently played games stay playable. Fix the connection and test it, or activate another configuration.',
  noFiles: 'No files',
  countFiles: '{count, plural, one {# file} other {# files}}',
  connected: 'Connected',
  connectionFailed: 'Connection Failed',
  untested: 'Untested',
  activeProvider: 'Active Provider',
  none: 'None',
  totalConfigs: 'Total Configs',
  testSuccess: 'Test Success',
  testFailed: 'Test Failed',
  active: 'Active',
  total: 'Total',
  success: 'Success',
  failed: 'Failed',
});
