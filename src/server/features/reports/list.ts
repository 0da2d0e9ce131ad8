import * as z from 'zod/mini';
import type { Report, Reported } from '#shared/contact/reports.ts';
import type { Page } from '#shared/contract/contract.ts';
import { FluxError } from '#shared/contract/errors.ts';
import type { Context } from '../../context.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../platform/db/cursor.ts';
import { loadAdministered } from '../apps/administered.ts';
import { findAppForPlay } from '../apps/store.ts';
import { presentReport, presentReported } from './present.ts';
import { listNewestReports, listReportedRows, listReportRows } from './store.ts';

const cursorSchema = z.tuple([z.int(), z.string().check(z.regex(/^[a-z2-7]{26}$/))]);

interface Query {
  cursor?: string | undefined;
  limit: number;
}

/** @throws FluxError `invalid_input` for a cursor */
export async function listReported({ db }: Context, { cursor, limit }: Query): Promise<Page<Reported>> {
  const position = cursor === undefined ? null : decodeCursor(cursorSchema, cursor);
  const after = position && { newestMicros: position[0], id: position[1] };
  const rows = await listReportedRows(db, after, limit + 1);
  const page = pageOf(rows, limit, ({ newestMicros, id }) => encodeCursor([newestMicros, id]));
  const ids = page.items.map(({ id }) => id);
  const [reports, applications] = await Promise.all([listNewestReports(db, ids), loadAdministered(db, ids)]);
  const newest = new Map(reports.map((report) => [report.appId, report]));
  return {
    ...page,
    // Reports decided or deleted between the two queries are omitted.
    items: page.items.flatMap((row) => {
      const report = newest.get(row.id);
      const application = applications.get(row.id)?.application;
      return report && application ? [presentReported(row, application, report)] : [];
    }),
  };
}

/** @throws FluxError `app_not_found`; `invalid_input` for a cursor */
export async function listReports(
  context: Context,
  appId: string,
  { cursor, limit }: Query,
): Promise<Page<Report>> {
  if (!(await findAppForPlay(context, null, appId))) throw new FluxError('app_not_found');
  const position = cursor === undefined ? null : decodeCursor(cursorSchema, cursor);
  const after = position && { createdMicros: position[0], id: position[1] };
  const rows = await listReportRows(context.db, appId, after, limit + 1);
  const page = pageOf(rows, limit, ({ createdMicros, id }) => encodeCursor([createdMicros, id]));
  return { ...page, items: page.items.map(presentReport) };
}
