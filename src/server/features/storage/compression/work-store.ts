import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** Forms that can be read by themselves, and those that are read by an earlier content. */
export type WorkKind = 'forms' | 'deltas';

/** What the making of forms took, also of those that were not worth keeping. */
export interface Work {
  cpuSeconds: number;
  tried: number;
  kept: number;
}

/** Adds one form that was made to its day. */
export async function addWork(
  db: Kysely<Tables>,
  kind: WorkKind,
  { cpuSeconds, kept }: { cpuSeconds: number; kept: boolean },
  now: Date,
): Promise<void> {
  await sql`
    insert into compression_days (day, kind, cpu_seconds, tried, kept)
    values ((${now}::timestamptz at time zone 'utc')::date, ${kind}, ${cpuSeconds}, 1, ${kept ? 1 : 0})
    on conflict (day, kind) do update set
      cpu_seconds = compression_days.cpu_seconds + excluded.cpu_seconds,
      tried = compression_days.tried + excluded.tried,
      kept = compression_days.kept + excluded.kept
  `.execute(db);
}

/** @param first the first day, as in `2026-11-22` */
export async function readWork(db: Kysely<Tables>, first: string): Promise<Record<WorkKind, Work>> {
  const { rows } = await sql<Work & { kind: WorkKind }>`
    select kind, sum(cpu_seconds) as "cpuSeconds", sum(tried)::int as tried, sum(kept)::int as kept
    from compression_days where day >= ${first}::date group by kind`.execute(db);
  const of = (kind: WorkKind): Work => {
    const { cpuSeconds, tried, kept } = rows.find((row) => row.kind === kind) ?? nothing;
    return { cpuSeconds, tried, kept };
  };
  return { forms: of('forms'), deltas: of('deltas') };
}

const nothing: Work = { cpuSeconds: 0, tried: 0, kept: 0 };
