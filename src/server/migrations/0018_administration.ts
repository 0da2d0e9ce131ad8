import { type Kysely, sql } from 'kysely';

/**
 * What administrators do is written down for good. Accounts can be disabled, and assigned to an organization; and
 * administrators find accounts and organizations by what is written in them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Without references: an entry outlives whom and what it names, so it keeps their names as they were.
    create table audit_log (
      id text primary key,
      at timestamptz not null,
      -- Of several entries of one moment, which came first.
      sequence bigint not null generated always as identity,
      -- Null for the command line and the configuration.
      actor_id text,
      actor_name text not null,
      action text not null,
      target_kind text not null,
      target_id text not null,
      target_name text not null,
      before jsonb,
      after jsonb,
      reason text
    );
    create index audit_log_by_time on audit_log (at desc, sequence desc);
    create index audit_log_by_actor on audit_log (actor_id, at desc, sequence desc);
    create index audit_log_by_action on audit_log (action, at desc, sequence desc);
    create index audit_log_by_target on audit_log (target_id, at desc, sequence desc);
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit log is only added to.';
    end $$;
    create trigger audit_log_is_only_added_to before update or delete on audit_log
      for each row execute function refuse_change();
    create trigger audit_log_is_never_emptied before truncate on audit_log
      for each statement execute function refuse_change();

    alter table organization_members add column is_assigned boolean not null default false;
    alter table users
      add column organization_id text,
      add column disabled_at timestamptz,
      add column disabled_reason text not null default '',
      -- Whoever is assigned to an organization is one of its members, and no longer assigned once they are not.
      add constraint users_assigned_are_members foreign key (organization_id, id)
        references organization_members (organization_id, user_id) on delete set null (organization_id);
    create index users_by_organization on users (organization_id, id) where organization_id is not null;

    -- As in 0004_search.ts: with a space before each, and without a list of pending entries.
    alter table users add column search_text text not null
      generated always as (' ' || flux_fold(username) || ' ' || flux_fold(coalesce(email, ''))) stored;
    create index users_search_text on users using gin (search_text gin_trgm_ops) with (fastupdate = off);
    alter table organizations add column search_text text not null
      generated always as (' ' || flux_fold(name) || ' ' || flux_fold(description)) stored;
    create index organizations_search_text on organizations using gin (search_text gin_trgm_ops)
      with (fastupdate = off);
    -- For each list that administrators narrow, the newest first.
    create index users_newest on users (created_at desc, id desc);
    create index users_by_provider_newest on users (provider, created_at desc, id desc);
    create index users_admins_newest on users (created_at desc, id desc) where role = 'admin';
    create index users_disabled_newest on users (created_at desc, id desc) where disabled_at is not null;
    create index organizations_newest on organizations (created_at desc, id desc);
    create index organizations_by_owner_newest on organizations (owner_id, created_at desc, id desc);
    drop index organizations_by_owner;
    create index apps_private_newest on apps (created_at desc, id desc) where not is_public;
    create index apps_offline_newest on apps (created_at desc, id desc) where offline_since is not null;
  `.execute(db);
}
