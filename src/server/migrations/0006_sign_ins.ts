import { type Kysely, sql } from 'kysely';

/** Which identity an account's address is from, when a session's person proved who they are, browsers by attempts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Whether the provider vouched for the address of an identity when somebody last signed in by it.
    alter table identities add column email_verified boolean not null default false;

    -- The identity that provider and address of an account are from. Which it was is not known of before, so the one
    -- of the same provider and address, or the oldest.
    alter table users add column email_identity_id text references identities (id) on delete set null;
    create index users_by_email_identity on users (email_identity_id);
    update users set email_identity_id = (
      select identities.id from identities where identities.user_id = users.id
      order by
        lower(identities.email) is not distinct from lower(users.email) desc,
        identities.provider = users.provider desc,
        identities.created_at, identities.id
      limit 1
    );
    update identities set email_verified = users.email_verified from users
      where users.email_identity_id = identities.id
        and lower(identities.email) is not distinct from lower(users.email);

    -- Null: the provider did not say that it was lately.
    alter table sessions add column proved_at timestamptz;
    update sessions set proved_at = created_at;

    create index sign_in_attempts_by_browser on sign_in_attempts (browser_hash);
  `.execute(db);
}
