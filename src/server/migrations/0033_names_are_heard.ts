import { type Kysely, sql } from 'kysely';

/**
 * The name of an organization, whether it may be seen, and the name of a creator stand on cards of applications without
 * being part of them. So a change of these is announced as well, where there is any card that may show it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function announce_names_of_organization() returns trigger language plpgsql as $body$
    begin
      if exists (select from apps where organization_id = new.id) then
        perform pg_notify('flux_changes', '{"kind":"names","id":""}');
      end if;
      return null;
    end $body$;
    create trigger announce_names_of_organization after update of name, is_public on organizations
      for each row when (old.name <> new.name or old.is_public <> new.is_public)
      execute function announce_names_of_organization();

    create function announce_names_of_creator() returns trigger language plpgsql as $body$
    begin
      if exists (select from apps where owner_id = new.id) then
        perform pg_notify('flux_changes', '{"kind":"names","id":""}');
      end if;
      return null;
    end $body$;
    create trigger announce_names_of_creator after update of username on users
      for each row when (old.username is distinct from new.username)
      execute function announce_names_of_creator();
  `.execute(db);
}
