import type { ReportReason } from '#shared/contact/reports.ts';
import type { Context } from '../../context.ts';
import { retryTransaction } from '../../platform/db/retry.ts';
import { newId } from '../../platform/ids.ts';
import { keyedHash } from '../../platform/secrets/secret-key.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { canSee } from '../apps/can.ts';
import { findAppForPlay, lockApp } from '../apps/store.ts';
import { takeSubmission } from '../submission-quota/submission-quota.ts';
import { hourlyReports } from './quota.ts';
import { addToQueue, findOpenReport, insertReport, type Reporter, replaceReport } from './store.ts';

interface ReportInput {
  applicationId: string;
  key?: string | undefined;
  reason: ReportReason;
  details: string;
  email?: string | undefined;
}

/**
 * Stores a report. For a missing or invisible app nothing is stored, with the same response and timing.
 * @param network the result of `networkOf`
 * @throws FluxError `too_many_requests`
 */
export async function reportApp(
  context: Context,
  viewer: Viewer | null,
  network: string,
  { applicationId, key: shareKey, reason, details, email }: ReportInput,
): Promise<void> {
  const sender = { userId: viewer?.id ?? null, network };
  await context.db
    .transaction()
    .execute((trx) => takeSubmission(trx, hourlyReports, sender, context.clock.now()));
  const seen = await findAppForPlay(context, viewer, applicationId);
  if (!seen || !canSee(viewer, seen, { shareKey })) return;
  const reporter = viewer === null ? { network: hashed(context, network) } : { userId: viewer.id };
  const said = { reason, details, email: viewer === null ? (email ?? null) : null };
  await retryTransaction(() =>
    context.db.transaction().execute(async (trx) => {
      const app = await lockApp(trx, viewer, applicationId);
      // The app was taken down or deleted in the meantime.
      if (!app || !canSee(viewer, app, { shareKey })) return;
      const now = context.clock.now();
      const before = await findOpenReport(trx, app.id, reporter);
      if (before) await replaceReport(trx, before.id, said, now);
      else await insertReport(trx, { id: newId(), appId: app.id, reporter, ...said }, now);
      await addToQueue(trx, app.id, { reason, instead: before?.reason ?? null }, now);
    }),
  );
}

function hashed({ secretKey }: Context, network: string): Extract<Reporter, { network: Buffer }>['network'] {
  return keyedHash(secretKey, 'report-network', network);
}
