import { type Kysely, sql } from 'kysely';

/**
 * Blobs that lose a name are touched by the clock of this Flux, which tests may have moved. By the clock of the database they
 * would be older than the grace period at once, and a sweep would delete them. Uploads know the session that began them, which their limit is
 * counted by; no foreign key, since an upload outlasts its session.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads add column session_id text;

    create function clock_now() returns timestamptz language sql stable as $$
      select now() + coalesce((select offset_milliseconds from test_clock), 0) * interval '1 millisecond'
    $$;

    create or replace function touch_blobs_of_versions() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'versions' then
        with free as (
          select sha256 from blobs where sha256 in (select original_sha256 from gone) for no key update skip locked
        )
        update blobs set touched_at = greatest(touched_at, clock_now()) from free where blobs.sha256 = free.sha256;
      else
        with free as (
          select sha256 from blobs where sha256 in (select sha256 from gone) for no key update skip locked
        )
        update blobs set touched_at = greatest(touched_at, clock_now()) from free where blobs.sha256 = free.sha256;
      end if;
      return null;
    end $$;

    create or replace function touch_blobs_of_thumbnails() returns trigger language plpgsql as $$
    begin
      with free as (
        select sha256 from blobs
        where sha256 in (select small_sha256 from gone union select large_sha256 from gone)
        for no key update skip locked
      )
      update blobs set touched_at = greatest(touched_at, clock_now()) from free where blobs.sha256 = free.sha256;
      return null;
    end $$;
  `.execute(db);
}
