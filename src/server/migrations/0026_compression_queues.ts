import { type Kysely, sql } from 'kysely';

/**
 * Compression has a queue for each effort. What waited in the one of before, as often as it was, goes with it: it is
 * asked for again as what nobody is working on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $body$ begin
      -- Made by the job queue itself, when Flux starts for the first time after its migrations.
      if to_regclass('jobs.queue') is not null then
        delete from jobs.job where name = 'storage.compress';
        delete from jobs.queue where name = 'storage.compress';
      end if;
    end $body$;
  `.execute(db);
}
