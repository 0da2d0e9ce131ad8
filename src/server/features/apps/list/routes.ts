import type { Register } from '#server/app.ts';
import { countApplications, listCreators, listListedOrganizations } from '#shared/apps/app-list.ts';
import { listApplications } from '#shared/apps/apps.ts';
import { registerApplicationEvents } from '../events/routes.ts';
import { listApplicationCards } from './cards.ts';
import { countApplicationCards } from './count.ts';
import { listCreatorNames, listOrganizationNames } from './names.ts';
import { registerPruneSearchTerms } from './prune-search-terms.ts';

export const registerAppList: Register = (http, context) => {
  registerPruneSearchTerms(context);
  http.bind(listApplications, ({ query, viewer }) => listApplicationCards(context, viewer, query));
  http.bind(countApplications, ({ query, viewer }) => countApplicationCards(context, viewer, query));
  http.bind(listCreators, ({ query, viewer }) => listCreatorNames(context, viewer, query));
  http.bind(listListedOrganizations, ({ query, viewer }) => listOrganizationNames(context, viewer, query));
  return registerApplicationEvents(http, context);
};
