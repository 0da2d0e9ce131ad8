import { getOffline } from '#shared/billing/offline.ts';
import type { Register } from '../../app.ts';
import { findSuspended } from './find-suspended.ts';

export const registerSuspension: Register = (http, context) => {
  http.bindSignedIn(getOffline, async ({ viewer }) => {
    const found = await findSuspended(context.db, viewer.id);
    if (found === null) return { offline: null };
    const { since, deletionAt, ...counts } = found;
    return { offline: { ...counts, since: since.toISOString(), deletionAt: deletionAt.toISOString() } };
  });
};
