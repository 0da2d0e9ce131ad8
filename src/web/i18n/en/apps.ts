import { namespace } from '../namespace.ts';

export const texts = namespace({
  chooseUpdateInTheMenuOfAn: 'Choose Update in the menu of an application.',
  chooseDownloadOnAnApplication: 'Choose Download on an application.',
  scrollToItsVersionHistory: 'Scroll to its Version History.',
  chooseDownloadOnEachVersionThat:
    'Choose Download on each version that you want to keep. You get the file that you uploaded.',
  downloadYourApps: 'Download Your Apps',
  downloadEachApplication: 'Download each application separately, from its Version History.',
  yourApplicationsWentOfflineOnSince:
    'Your applications went offline on {since}, when your subscription ended. You can download them until {deletionAt}; then they are permanently deleted. Choose a plan to restore everything.',
  filesBecomeUnavailableAfterYour:
    'Files become unavailable after your subscription expires. Download what you want to keep before then.',
  chooseAPlan: 'Choose a Plan',
  gotIt: 'Got it',
  availableApplications: 'Available Applications',
  failedToFetchApplications: 'Failed to fetch applications',
  theNextApplicationsCouldNotBe: 'The next applications could not be loaded.',
  applicationsFoundData: 'Applications found: {data}',
  sortedSort: 'Sorted: {sort}',
  countNew: '{count} new',
  clearFilters: 'Clear Filters',
  noApplicationsFound: 'No applications found',
  noApplicationMatchesThisSearch: 'No application matches this search and these filters.',
  loadingApplications: 'Loading applications…',
});
