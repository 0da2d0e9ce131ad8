import { type Kysely, sql } from 'kysely';

/**
 * Which rows of a version's files are second names (`index.html` for a page that is called otherwise, the unpacked names of
 * Unity 5.3 to 5.5, links that differ from a file by case): they are no files, and the usage counted them as such.
 *
 * A version has as many second names as it has more rows than its report has files, and what they can be called is known.
 * One for a file whose own name looks encoded cannot be told any more; it goes on being counted until it is deleted. The
 * table is walked once, and of its rows those alone are written that are marked; the totals lose what is marked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table version_files add column is_alias boolean not null default false;

    create or replace function usage_count_files() returns trigger language plpgsql as $body$
    begin
      insert into usage_deltas (name, amount)
        select 'files/' || usage_extension(path), case tg_op when 'INSERT' then count(*) else -count(*) end
        from changed where not is_alias group by usage_extension(path);
      return null;
    end $body$;

    with crowded as materialized (
      select version_id, report ->> 'entry' as entry, names - (report ->> 'fileCount')::int as aliases
      from (select version_id, count(*) as names from version_files group by version_id) as counted
        join versions on versions.id = version_id
      where names > (report ->> 'fileCount')::int
    ), named as materialized (
      select version_id, entry, aliases, path, sha256 from crowded join version_files using (version_id)
    ), told as (
      select second.version_id, second.path, second.aliases, min(kind) as kind
      from named as second
        cross join lateral (values
          (1, case second.path when 'index.html' then lower(second.entry) end),
          (2, case when second.path ~* '\\.(js|data|mem)$' then lower(second.path) || 'gz' end),
          (3, lower(second.path))
        ) as possible (kind, first_path)
        join named as first on first.version_id = second.version_id and lower(first.path) = first_path
      -- No equality to join by: a version may have thousands of names for the same bytes, and few that are alike.
      where not first.sha256 <> second.sha256 and first.path <> second.path
        -- Which of the two was the file does not matter: they end alike.
        and (kind < 3 or first.path > second.path collate "C")
      group by second.version_id, second.path, second.aliases
    ), ranked as (
      select *, row_number() over (partition by version_id order by kind, path) as rank from told
    ), marked as (
      update version_files as file set is_alias = true from ranked
      where file.version_id = ranked.version_id and file.path = ranked.path and rank <= aliases
      returning file.path
    )
    insert into usage_deltas (name, amount)
      select 'files/' || usage_extension(path), -count(*) from marked group by usage_extension(path);
  `.execute(db);
}
