import { type Kysely, sql } from 'kysely';

/** Whoever's account changes, their subscription is looked at: what becomes of it hangs on both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function notice_person() returns trigger language plpgsql as $body$
    begin
      update subscription_lives set
        due_at = new.updated_at,
        -- What an administrator published after everything before it was deleted was never ended.
        stage = case
          when stage = 'deleted' and old.role = 'admin' and new.role <> 'admin' and (
            exists (select from apps where owner_id = new.id)
            or exists (select from organizations where owner_id = new.id)) then 'none'
          else stage end
      where user_id = new.id;
      return null;
    end $body$;
    create trigger notice_person after update of role, disabled_at on users
      for each row when (
        (old.role = 'admin' and new.role <> 'admin')
        or (old.disabled_at is null and new.disabled_at is not null))
      execute function notice_person();
  `.execute(db);
}
