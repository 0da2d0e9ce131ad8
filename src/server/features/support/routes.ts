import {
  listSupportRequests,
  reopenSupportRequest,
  requestSupport,
  resolveSupportRequest,
} from '#shared/contact/support.ts';
import { succeeded } from '#shared/contract/contract.ts';
import type { Register } from '../../app.ts';
import { networkOf } from '../../platform/http/guards/rate-limits.ts';
import { listRequests } from './list.ts';
import { takeRequest } from './request.ts';
import { changeState } from './resolve.ts';

export const registerSupport: Register = (http, context) => {
  http.bind(requestSupport, async ({ body, viewer, request }) => {
    const { userId: _userId, userRole: _userRole, timestamp: _timestamp, ...said } = body;
    return { ...succeeded, repliesTo: await takeRequest(context, viewer, networkOf(request.ip), said) };
  });
  http.bindSignedIn(listSupportRequests, ({ query }) => listRequests(context, query));
  http.bindSignedIn(resolveSupportRequest, async ({ params, viewer }) => {
    await changeState(context, viewer, params.id, 'resolved');
    return succeeded;
  });
  http.bindSignedIn(reopenSupportRequest, async ({ params, viewer }) => {
    await changeState(context, viewer, params.id, 'open');
    return succeeded;
  });
};
