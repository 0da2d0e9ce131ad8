import { type Kysely, sql } from 'kysely';

/**
 * What was sent to an address is counted also once its sender has left; so that nothing of them stays then, without the
 * address. The hashes of those before cannot be made here: what was sent in the last day is not counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from organization_invitation_mails;
    alter table organization_invitation_mails
      drop column email,
      add column address_hash bytea not null,
      alter column user_id drop not null,
      drop constraint organization_invitation_mails_user_id_fkey,
      add foreign key (user_id) references users on delete set null;
    create index organization_invitation_mails_by_address on organization_invitation_mails (address_hash, sent_at);

    -- The list of those that a stranger may know: without it every private one before them is read.
    create index organizations_open_by_folded_name on organizations ((flux_fold(name) collate "C"), id)
      where is_public and offline_since is null;
  `.execute(db);
}
