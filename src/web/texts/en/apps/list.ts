import { area } from '../../area.ts';

export const texts = area({
  applications: 'Applications',
  actions: 'Actions',
  chosenWhich: 'Chosen {which}',
  allCreators: 'All creators',
  allOrganizations: 'All organizations',
  nothingByThisName: 'Nothing by this name.',
  theNamesCouldNotBeLoaded: 'The names could not be loaded.',
  searchApplications: 'Search applications',
  searchApplications2: 'Search applications...',
  filterByOrganization: 'Filter by Organization',
  filterByCreator: 'Filter by Creator',
  clearFilters: 'Clear Filters',
  gridView: 'Grid view',
  listView: 'List view',
  view: 'View',
  application: 'Application',
  creator: 'Creator',
  version: 'Version',
  created: 'Created',
  link: 'Link',
});
