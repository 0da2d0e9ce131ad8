import { namespace } from '../namespace.ts';

export const texts = namespace({
  account: 'Account',
  upload: 'Upload',
  unityPlugin: 'Unity plugin',
  organizations: 'Organizations',
  thumbnails: 'Thumbnails',
  versions: 'Versions',
  storage: 'Storage',
  performance: 'Performance',
  bugs: 'Bugs',
  featureRequest: 'Feature request',
  billing: 'Billing',
  other: 'Something else',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
});
