import { type Kysely, sql } from 'kysely';

/**
 * When somebody's plan has ended, what is theirs is offline: since when, on each app and organization. An app that is
 * offline is never public, so that whatever asks for public ones, indexes and words included, needs to know nothing of
 * this; `wants_public` is what it becomes when it is back, as with an approval.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table apps
      add column offline_since timestamptz,
      add constraint apps_offline_are_private check (offline_since is null or not is_public);
    alter table organizations add column offline_since timestamptz;
    create index apps_offline on apps (owner_id, id) where offline_since is not null;
    create index organizations_offline on organizations (owner_id, id) where offline_since is not null;

    -- As in 0009_members_hear.ts, and whether it is offline: then it is its owner's alone.
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
            'public', new.is_public, 'approved', new.is_approved, 'offline', new.offline_since is not null,
            'organizationId', new.organization_id) end,
          'was', case when tg_op <> 'INSERT' then json_build_object(
            'public', old.is_public, 'approved', old.is_approved, 'offline', old.offline_since is not null,
            'organizationId', old.organization_id) end
        ))::text);
      return null;
    end $body$;
    create or replace function announce_approval() returns trigger language plpgsql as $body$
    begin
      perform pg_notify('flux_changes', json_build_object(
        'kind', 'listing', 'id', apps.id, 'detail', json_build_object(
          'what', 'edited', 'ownerId', apps.owner_id, 'is', waiting.state, 'was', waiting.state))::text)
      from apps, json_build_object('public', false, 'approved', false, 'offline', apps.offline_since is not null,
        'organizationId', apps.organization_id) as waiting (state)
      where apps.id = coalesce(new.app_id, old.app_id);
      return null;
    end $body$;

    -- While an organization is offline, being in it gives no rights.
    create function announce_offline_organization() returns trigger language plpgsql as $body$
    begin
      perform pg_notify('flux_changes', json_build_object(
        'kind', 'membership', 'id', new.id, 'detail', json_build_object('userId', user_id))::text)
      from organization_members where organization_id = new.id;
      return null;
    end $body$;
    create trigger announce_offline_organization after update of offline_since on organizations
      for each row when ((old.offline_since is null) <> (new.offline_since is null))
      execute function announce_offline_organization();
  `.execute(db);
}
