import { type Kysely, sql } from 'kysely';

/** How an application is played, as its owner sets it: what its players may be asked for, isolation, single-page routes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table apps
      add column device_access text[] not null default '{}' check (
        device_access <@ array['camera', 'microphone', 'geolocation', 'midi', 'bluetooth', 'usb', 'serial', 'hid', 'clipboard-read']
      ),
      add column thread_isolation text not null default 'automatic' check (
        thread_isolation in ('automatic', 'on', 'off')
      ),
      add column single_page_routes boolean not null default false;
  `.execute(db);
}
