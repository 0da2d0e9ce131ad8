import { namespace } from '../../namespace.ts';

export const texts = namespace({
  featuredApplication: 'Featured application',
  noApplicationsYet: 'No applications yet.',
  featuredApplications: 'Featured applications',
  playName: 'Play {name}',
  play: 'Play',
});
