import { type Kysely, sql } from 'kysely';

/**
 * Members of an organization see its private applications, and those who decide see what waits. So each change is
 * announced with what that takes to tell, on the channel of platform/db/changes.ts: of an application, of what waits for
 * approval, and of who is what in an organization, whoever writes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
            'public', new.is_public, 'approved', new.is_approved, 'organizationId', new.organization_id) end,
          'was', case when tg_op <> 'INSERT' then json_build_object(
            'public', old.is_public, 'approved', old.is_approved, 'organizationId', old.organization_id) end
        ))::text);
      return null;
    end $body$;

    -- To those alone who see what is not approved: nobody else is to know that something waits.
    create function announce_approval() returns trigger language plpgsql as $body$
    begin
      perform pg_notify('flux_changes', json_build_object(
        'kind', 'listing', 'id', apps.id, 'detail', json_build_object(
          'what', 'edited', 'ownerId', apps.owner_id, 'is', waiting.state, 'was', waiting.state))::text)
      from apps, json_build_object('public', false, 'approved', false, 'organizationId', apps.organization_id)
        as waiting (state)
      where apps.id = coalesce(new.app_id, old.app_id);
      return null;
    end $body$;
    create trigger announce_waiting_version after insert on versions
      for each row when (new.approval <> 'approved') execute function announce_approval();
    create trigger announce_decision after update of approval on versions
      for each row when (old.approval <> new.approval) execute function announce_approval();
    create trigger announce_end_of_waiting after delete on versions
      for each row when (old.approval <> 'approved') execute function announce_approval();

    create function announce_membership() returns trigger language plpgsql as $body$
    declare
      member organization_members := coalesce(new, old);
    begin
      perform pg_notify('flux_changes', json_build_object(
        'kind', 'membership', 'id', member.organization_id,
        'detail', json_build_object('userId', member.user_id))::text);
      return null;
    end $body$;
    create trigger announce_membership after insert or update of role or delete on organization_members
      for each row execute function announce_membership();
    create function announce_owner() returns trigger language plpgsql as $body$
    begin
      perform pg_notify('flux_changes', json_build_object(
        'kind', 'membership', 'id', new.id, 'detail', json_build_object('userId', user_id))::text)
      from unnest(array[old.owner_id, new.owner_id]) as user_id;
      return null;
    end $body$;
    create trigger announce_owner after update of owner_id on organizations
      for each row when (old.owner_id <> new.owner_id) execute function announce_owner();
  `.execute(db);
}
