import { type Kysely, sql } from 'kysely';
import { StartFailure } from '../lifecycle/start-failure.ts';

/**
 * Applications are found by what is written in them, and whoever watches the list hears of every change.
 *
 * Folded text is compared without case and accents. It is made by the database, so that no writer can forget it and
 * both sides of a comparison are folded alike. pg_trgm takes the letters of a database with locale C, as the embedded
 * one has, to be ASCII alone; so each other character becomes four: a capital, which folded text has nowhere else, and
 * three of base 36.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await bringTrigrams(db);
  const { upper, lower } = letterPairs();
  await sql`
    create function flux_fold(value text) returns text language plpgsql immutable strict parallel safe as $body$
    begin
      if octet_length(value) <> length(value) then
        value := regexp_replace(normalize(value, nfkd), '[\\u0300-\\u036f]', '', 'g');
        value := translate(translate(value, ${sql.lit(upper)}, ${sql.lit(lower)}), 'łøđðħıŧ', 'loddhit');
        value := replace(replace(replace(replace(value, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
      end if;
      value := btrim(lower(value collate "C"));
      if value ~ '[\\t-\\r]|  ' then
        value := btrim(regexp_replace(value, '\\s+', ' ', 'g'));
      end if;
      if octet_length(value) <> length(value) then
        select string_agg(
          case when code < 128 then letter else
            chr(65 + code / 46656) || substr(digits, code / 1296 % 36 + 1, 1)
              || substr(digits, code / 36 % 36 + 1, 1) || substr(digits, code % 36 + 1, 1)
          end, '' order by place)
        into value
        from regexp_split_to_table(value, '') with ordinality as letters (letter, place),
          ascii(letter) as code, (select '0123456789abcdefghijklmnopqrstuvwxyz' as digits) as base;
      end if;
      return value;
    end $body$;

    -- What a word that was typed must be like. Of one or two letters a word must begin with them: they are in
    -- nearly every text, and the trigrams of a word's beginning find them.
    create function flux_contains(word text) returns text language plpgsql immutable strict parallel safe as $body$
    declare
      folded text := flux_fold(word);
    begin
      return case when length(folded) < 3 then '% ' else '%' end
        || replace(replace(replace(folded, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%';
    end $body$;
    create function flux_begins(value text) returns text language plpgsql immutable strict parallel safe as $body$
    begin
      return ' ' || replace(replace(replace(flux_fold(value), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%';
    end $body$;

    -- Each with a space before it, so that the first word begins like the others.
    alter table apps add column folded_creator text not null default '';
    update apps set folded_creator = ' ' || flux_fold(users.username) from users where users.id = apps.owner_id;
    alter table apps
      add column folded_name text not null generated always as (' ' || flux_fold(name)) stored,
      add column search_text text not null
        generated always as (' ' || flux_fold(name) || folded_creator || ' ' || flux_fold(description)) stored;
    -- Without a list of pending entries, which every search would have to read.
    create index apps_search on apps
      using gin (folded_name gin_trgm_ops, folded_creator gin_trgm_ops, search_text gin_trgm_ops)
      with (fastupdate = off);
    create index apps_by_folded_name on apps (folded_name text_pattern_ops);
    create index apps_public_by_owner_newest on apps (owner_id, created_at desc, id desc) where is_public;
    create index apps_by_organization_newest on apps (organization_id, created_at desc, id desc)
      where organization_id is not null;
    drop index apps_by_organization;
    create index users_by_folded_name on users ((flux_fold(username) collate "C"), id);
    create index users_search on users using gin ((' ' || flux_fold(username)) gin_trgm_ops) with (fastupdate = off);
    create index organizations_by_folded_name on organizations ((flux_fold(name) collate "C"), id);

    create function take_creators_name() returns trigger language plpgsql as $body$
    begin
      -- Held, so that somebody who takes another name at this moment waits, and then finds this application, too.
      select ' ' || flux_fold(username) into new.folded_creator from users where id = new.owner_id for share;
      new.folded_creator := coalesce(new.folded_creator, '');
      return new;
    end $body$;
    create trigger take_creators_name before insert or update of owner_id on apps
      for each row execute function take_creators_name();
    create function follow_creators_name() returns trigger language plpgsql as $body$
    begin
      update apps set folded_creator = ' ' || flux_fold(new.username) where owner_id = new.id;
      return null;
    end $body$;
    create trigger follow_creators_name after update of username on users
      for each row when (old.username is distinct from new.username) execute function follow_creators_name();
  `.execute(db);
  await addWords(db);
  await announceChanges(db);
}

/**
 * The words that typing errors are set right by: of public applications alone, so that no private one changes what is
 * found. A word goes with the last application that has it: it may be somebody's name.
 */
async function addWords(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A word with one letter left out, in every way, and as it is: two words that differ by one letter too many, too
    -- few, other or in another place have one of these in common.
    create function flux_near(word text) returns text[] language plpgsql immutable strict parallel safe as $body$
    declare
      letters text[] := array(select letter[1] from regexp_matches(word, '[A-Z]...|.', 'g') as found (letter));
    begin
      return array(
        select word union
        select array_to_string(letters[:place - 1] || letters[place + 1:], '')
        from generate_series(1, array_length(letters, 1)) as place
      );
    end $body$;

    create table search_words (
      word text primary key,
      near text[] not null generated always as (flux_near(word)) stored
    );
    create index search_words_near on search_words using gin (near) with (fastupdate = off);
    create index search_words_alike on search_words using gin (word gin_trgm_ops) with (fastupdate = off);

    create function flux_words(folded text) returns setof text language plpgsql immutable strict parallel safe as $body$
    begin
      return query select distinct word from regexp_split_to_table(folded, '[^a-zA-Z0-9]+') as word
        where length(word) between 4 and 60;
    end $body$;
    create function keep_words() returns trigger language plpgsql as $body$
    begin
      -- In the order of the words, so that two who publish at once cannot wait for each other.
      insert into search_words (word)
        select distinct word from written, flux_words(folded_name || folded_creator) as word
        where is_public order by word
        on conflict do nothing;
      return null;
    end $body$;
    create trigger keep_words_of_new after insert on apps
      referencing new table as written for each statement execute function keep_words();
    create trigger keep_words_of_changed after update on apps
      referencing new table as written for each statement execute function keep_words();
    create function forget_words() returns trigger language plpgsql as $body$
    declare
      lost text;
      needed boolean;
    begin
      for lost in
        select flux_words(folded_name || folded_creator) from gone where is_public
        except select flux_words(apps.folded_name || apps.folded_creator) from gone join apps using (id) where apps.is_public
        order by 1
      loop
        -- With the word in the statement, so that it is planned for how common that word is.
        execute format(
          'select exists (select from apps where is_public and (folded_name like %1$L or folded_creator like %1$L))',
          '%' || lost || '%') into needed;
        if not needed then
          delete from search_words where word = lost;
        end if;
      end loop;
      return null;
    end $body$;
    create trigger forget_words_of_deleted after delete on apps
      referencing old table as gone for each statement execute function forget_words();
    create trigger forget_words_of_changed after update on apps
      referencing old table as gone for each statement execute function forget_words();
    insert into search_words (word)
      select distinct word from apps, flux_words(folded_name || folded_creator) as word where is_public
      on conflict do nothing;
  `.execute(db);
}

/**
 * Whoever writes, each change of what a list shows is announced at the commit on the channel of
 * platform/db/changes.ts, with who may and who might see it; and the end of each session.
 */
async function announceChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function announce_listing() returns trigger language plpgsql as $body$
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
          'isPublic', tg_op <> 'DELETE' and app.is_public,
          'wasPublic', tg_op <> 'INSERT' and old.is_public))::text);
      return null;
    end $body$;
    create trigger announce_listing after insert or delete on apps
      for each row execute function announce_listing();
    create trigger announce_changed_listing after update on apps for each row
      when ((to_jsonb(old) - 'share_key') is distinct from (to_jsonb(new) - 'share_key'))
      execute function announce_listing();

    create function announce_end_of_session() returns trigger language plpgsql as $body$
    begin
      perform pg_notify('flux_changes', json_build_object('kind', 'session-end', 'id', old.id)::text);
      return null;
    end $body$;
    create trigger announce_end_of_session after delete on sessions
      for each row execute function announce_end_of_session();
  `.execute(db);
}

/** @throws StartFailure that tells whoever runs the database what to do */
async function bringTrigrams(db: Kysely<unknown>): Promise<void> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    const todo =
      code === '42501'
        ? 'Please let a superuser run "CREATE EXTENSION pg_trgm;" in that database once, or give the user of DATABASE_URL the right to CREATE in it'
        : 'Please install the package with PostgreSQL’s additional modules (postgresql-contrib on many systems)';
    throw new StartFailure(
      `Flux searches with PostgreSQL's extension pg_trgm, and the database could not load it: ${message}. ${todo}, and start Flux again.`,
      error,
    );
  }
}

/** Every letter beyond ASCII that has a small one; what NFKD takes apart anyway is left out. */
function letterPairs(): { upper: string; lower: string } {
  const pairs: [upper: string, lower: string][] = [];
  for (let code = 0x80; code <= 0x1_ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    const small = letter.toLowerCase();
    if (small !== letter && [...small].length === 1 && letter.normalize('NFKD') === letter)
      pairs.push([letter, small]);
  }
  return { upper: pairs.map(([upper]) => upper).join(''), lower: pairs.map(([, lower]) => lower).join('') };
}
