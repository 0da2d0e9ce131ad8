import { getApplication, listApplications } from '#shared/apps.ts';
import type { Register } from '../../app.ts';
import { listApplicationCards } from './list.ts';
import { getApp } from './read.ts';

export const registerApps: Register = (http, context) => {
  http.bind(listApplications, ({ query, viewer }) => listApplicationCards(context, viewer, query));
  http.bind(getApplication, ({ params, query, viewer }) =>
    getApp(context, viewer, params.id, { shareKey: query.key }),
  );
};
