import {
  getCounts,
  listAdminApplications,
  listAdminMembers,
  listAdminOrganizations,
  listAuditLog as listAuditLogEndpoint,
} from '#shared/admin/admin.ts';
import { getBackgroundWork } from '#shared/admin/background-work.ts';
import type { Register } from '../../app.ts';
import { listMembers } from '../orgs/members/list.ts';
import { readCounts } from '../usage/counts.ts';
import { listApplications } from './applications.ts';
import { listAuditLog } from './audit-log.ts';
import { readBackgroundWork } from './background-work.ts';
import { listOrganizations } from './organizations.ts';
import { registerUsers } from './users/routes.ts';

export const registerAdmin: Register = (http, context) => {
  registerUsers(http, context);
  http.bindSignedIn(getCounts, () => readCounts(context.db));
  http.bindSignedIn(getBackgroundWork, () => readBackgroundWork(context));
  http.bindSignedIn(listAdminOrganizations, ({ query }) => listOrganizations(context, query));
  http.bindSignedIn(listAdminMembers, ({ params, query: { search, ...page }, viewer }) =>
    listMembers(context, viewer, params.id, { ...page, q: search }),
  );
  http.bindSignedIn(listAdminApplications, ({ query }) => listApplications(context, query));
  http.bindSignedIn(listAuditLogEndpoint, ({ query }) => listAuditLog(context, query));
};
