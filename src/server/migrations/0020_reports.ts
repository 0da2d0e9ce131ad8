import { type Kysely, sql } from 'kysely';

/**
 * What people report of applications, and what administrators take offline. As with a plan that has ended (decision 19),
 * an application that was taken offline is never public, and `wants_public` is what it becomes when it is back; but it has
 * columns of its own, so that neither a plan brings back what an administrator took, nor the other way round.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table apps
      add column taken_down_at timestamptz,
      add column taken_down_reason text,
      -- Null too once that administrator has left.
      add column taken_down_by text references users on delete set null,
      add constraint apps_taken_down_have_a_reason check ((taken_down_at is null) = (taken_down_reason is null)),
      add constraint apps_taken_down_are_private check (taken_down_at is null or not is_public);
    create index apps_taken_down on apps (created_at desc, id desc) where taken_down_at is not null;
    create index apps_taken_down_by on apps (taken_down_by) where taken_down_by is not null;

    create table reports (
      id text primary key,
      app_id text not null references apps on delete cascade,
      -- Null for visitors, and once that person has left.
      reporter_id text references users on delete set null,
      -- Of an open report of a visitor: a keyed hash of the network it came from, which tells nobody where that is.
      network bytea,
      reason text not null check (reason in ('malware', 'copyright', 'offensive', 'broken', 'other')),
      details text not null,
      email text,
      created_at timestamptz not null,
      state text not null default 'open' check (state in ('open', 'dismissed', 'upheld')),
      decided_by text references users on delete set null,
      decided_at timestamptz,
      note text not null default ''
    );
    create index reports_by_app on reports (app_id, created_at desc, id desc);
    create index reports_open on reports (app_id, created_at desc, id desc) where state = 'open';
    create unique index reports_one_of_a_person on reports (reporter_id, app_id)
      where state = 'open' and reporter_id is not null;
    create unique index reports_one_of_a_network on reports (app_id, network)
      where state = 'open' and reporter_id is null;
    create index reports_by_reporter on reports (reporter_id) where reporter_id is not null;
    create index reports_by_decider on reports (decided_by) where decided_by is not null;

    -- The queue: one row for each application with open reports, so that it is as long as there is to decide.
    create table reported_apps (
      app_id text primary key references apps on delete cascade,
      malware integer not null default 0,
      copyright integer not null default 0,
      offensive integer not null default 0,
      broken integer not null default 0,
      other integer not null default 0,
      oldest_at timestamptz not null,
      newest_at timestamptz not null
    );
    create index reported_apps_newest on reported_apps (newest_at desc, app_id desc);

    -- Who sent something in the last hour or two, whatever became of it.
    create table sendings (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('report', 'support-request')),
      user_id text references users on delete set null,
      network text not null,
      sent_at timestamptz not null
    );
    create index sendings_by_time on sendings (sent_at);
    create index sendings_by_user on sendings (user_id) where user_id is not null;
    create index sendings_by_network on sendings (network, kind, sent_at) where user_id is null;

    call usage_begin_counting('reports', 'rows/reports');
    call usage_begin_counting('reported_apps', 'open/reports');

    -- As in 0012_offline.ts; what was taken offline is its owner's alone as well.
    create or replace function announce_listing() returns trigger language plpgsql as $body$
    declare
      app apps := coalesce(new, old);
    begin
      perform pg_notify('flux_changes', json_build_object(
        'kind', 'listing', 'id', app.id, 'detail', json_build_object(
          'what', case
            when tg_op = 'INSERT' then 'published'
            when tg_op = 'DELETE' then 'removed'
            when old.active_version_id <> new.active_version_id then 'activated'
            else 'edited' end,
          'ownerId', app.owner_id,
          'is', case when tg_op <> 'DELETE' then json_build_object(
            'public', new.is_public, 'approved', new.is_approved,
            'offline', new.offline_since is not null or new.taken_down_at is not null,
            'organizationId', new.organization_id) end,
          'was', case when tg_op <> 'INSERT' then json_build_object(
            'public', old.is_public, 'approved', old.is_approved,
            'offline', old.offline_since is not null or old.taken_down_at is not null,
            'organizationId', old.organization_id) end
        ))::text);
      return null;
    end $body$;
    create or replace function announce_approval() returns trigger language plpgsql as $body$
    begin
      perform pg_notify('flux_changes', json_build_object(
        'kind', 'listing', 'id', apps.id, 'detail', json_build_object(
          'what', 'edited', 'ownerId', apps.owner_id, 'is', waiting.state, 'was', waiting.state))::text)
      from apps, json_build_object('public', false, 'approved', false,
        'offline', apps.offline_since is not null or apps.taken_down_at is not null,
        'organizationId', apps.organization_id) as waiting (state)
      where apps.id = coalesce(new.app_id, old.app_id);
      return null;
    end $body$;
  `.execute(db);
}
