import { type Kysely, sql } from 'kysely';

/**
 * However much of one person goes at once, no statement takes time for all of it. From here to the end of the migrations
 * nothing is written to `apps`, and nothing to `organizations`: the indexes hold only what is offline, and each table is
 * read once for its own, a second or two for a million rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index apps_offline_since on apps (owner_id, offline_since) where offline_since is not null;
    create index organizations_offline_since on organizations (owner_id, offline_since)
      where offline_since is not null;

    -- Words that applications lost and that are still to be looked for in others.
    create table words_to_check (word text primary key);

    create function flux_forget_word(lost text) returns void language plpgsql as $body$
    declare
      needed boolean;
    begin
      -- With the word in the statement, so that it is planned for how common that word is.
      execute format(
        'select exists (select from apps where is_public and (folded_name like %1$L or folded_creator like %1$L))',
        '%' || lost || '%') into needed;
      if not needed then
        delete from search_words where word = lost;
      end if;
    end $body$;
    create or replace function forget_words() returns trigger language plpgsql as $body$
    declare
      lost text[];
      -- More than the name of an application and of its creator have.
      at_once constant integer := 100;
    begin
      select array_agg(word order by word) into lost from (
        select flux_words(folded_name || folded_creator) as word from gone where is_public
        except select flux_words(apps.folded_name || apps.folded_creator)
          from gone join apps using (id) where apps.is_public) as words;
      perform flux_forget_word(word) from unnest(lost[:at_once]) as word;
      insert into words_to_check (word) select word from unnest(lost[at_once + 1:]) as word on conflict do nothing;
      return null;
    end $body$;
  `.execute(db);
}
