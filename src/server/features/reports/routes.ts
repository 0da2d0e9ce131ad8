import {
  bringApplicationBack,
  dismissReports as dismissEndpoint,
  listReported as listReportedEndpoint,
  listReports as listReportsEndpoint,
  reportApplication,
  takeApplicationOffline,
} from '#shared/contact/reports.ts';
import { succeeded } from '#shared/contract/contract.ts';
import type { Register } from '../../app.ts';
import { networkOf } from '../../platform/http/guards/rate-limits.ts';
import { dismissReports, restoreReported, takeDownReported } from './decide.ts';
import { listReported, listReports } from './list.ts';
import { reportApp } from './report.ts';

export const registerReports: Register = (http, context) => {
  http.bind(reportApplication, async ({ body, viewer, request }) => {
    await reportApp(context, viewer, networkOf(request.ip), body);
    return succeeded;
  });
  http.bindSignedIn(listReportedEndpoint, ({ query }) => listReported(context, query));
  http.bindSignedIn(listReportsEndpoint, ({ params, query }) =>
    listReports(context, params.applicationId, query),
  );
  http.bindSignedIn(dismissEndpoint, async ({ params, body, viewer }) => {
    await dismissReports(context, viewer, params.applicationId, body.note);
    return succeeded;
  });
  http.bindSignedIn(takeApplicationOffline, async ({ params, body, viewer }) => ({
    ...succeeded,
    takenDown: await takeDownReported(context, viewer, params.id, body.reason),
  }));
  http.bindSignedIn(bringApplicationBack, async ({ params, viewer }) => {
    await restoreReported(context, viewer, params.id);
    return succeeded;
  });
};
