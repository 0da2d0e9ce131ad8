import { type Kysely, sql } from 'kysely';

/** Ways to sign in that can be added and taken away, fresh sign-ins, and people who leave. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A name for an identity that tells nothing of its subject. The ids of Flux are 26 characters of base32;
    -- for rows from before this, hexadecimal digits moved into that alphabet are as good.
    alter table identities add column id text;
    update identities set id = substr(
      translate(
        replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
        '0123456789', 'ghijklmnop'
      ), 1, 26
    );
    alter table identities alter column id set not null;
    alter table identities add constraint identities_id unique (id);

    -- Whom a sign-in under way is for: only that person may end it.
    alter table sign_in_attempts
      add column purpose text not null default 'sign-in' check (purpose in ('sign-in', 'link', 'confirm')),
      add column user_id text references users on delete cascade,
      add constraint sign_in_attempts_user check ((purpose = 'sign-in') = (user_id is null));
    create index sign_in_attempts_by_user on sign_in_attempts (user_id) where user_id is not null;

    -- What somebody uploaded for others stays with the others when that person leaves.
    alter table versions alter column uploaded_by drop not null;
    alter table versions drop constraint versions_uploaded_by_fkey;
    alter table versions add constraint versions_uploaded_by_fkey
      foreign key (uploaded_by) references users on delete set null;
    alter table organizations alter column created_by drop not null;
    alter table organizations drop constraint organizations_created_by_fkey;
    alter table organizations add constraint organizations_created_by_fkey
      foreign key (created_by) references users on delete set null;
    create index users_by_role on users (id) where role = 'admin';
  `.execute(db);
}
