import { type Kysely, sql } from 'kysely';

/** What work in the background took and brought, by the day, so that nobody adds up each form that was ever made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table compression_days (
      -- In UTC.
      day date not null,
      kind text not null check (kind in ('forms', 'deltas')),
      cpu_seconds double precision not null,
      tried integer not null,
      kept integer not null,
      primary key (day, kind)
    );
    insert into compression_days (day, kind, cpu_seconds, tried, kept)
      select (tried_at at time zone 'utc')::date, 'deltas', sum(cpu_seconds), count(*), count(*) filter (where kept)
      from delta_attempts group by 1;
    alter table usage_days add column bytes_spared_by_forms bigint not null default 0;
    alter table usage_days add column bytes_spared_by_deltas bigint not null default 0;
    -- Why the last try failed.
    alter table delta_wishes add column problem text;
    create index delta_wishes_failed on delta_wishes (due_at) where tries > 0;
  `.execute(db);
}
