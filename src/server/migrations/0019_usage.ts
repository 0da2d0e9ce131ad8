import { type Kysely, sql } from 'kysely';

/**
 * What Flux holds, as running totals. Each statement that adds or takes rows leaves one row for each table in
 * `usage_deltas`, in its own transaction, however many rows it was; a job folds them into `usage_totals`. No row is
 * written by two at once, so nobody waits for the counting, and what is rolled back was never counted.
 *
 * The totals of what is there already are taken here: a table is closed to writers from its first trigger to the commit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table usage_totals (
      -- 'rows/users', 'files/.data'; 'stored', of which only the time counts
      name text primary key,
      amount bigint not null,
      changed_at timestamptz not null
    );
    -- Emptied every minute.
    create table usage_deltas (
      name text not null,
      amount bigint not null,
      changed_at timestamptz not null default now()
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

    create table usage_days (
      -- In UTC.
      day date primary key,
      -- As they were when they were last looked at on that day.
      accounts bigint,
      applications bigint,
      bytes_stored bigint,
      plays bigint not null default 0,
      bytes_delivered bigint not null default 0
    );

    create function usage_count_rows() returns trigger language plpgsql as $body$
    declare
      many bigint;
    begin
      if tg_op = 'INSERT' then
        select count(*) into many from changed;
      else
        select -count(*) into many from changed;
      end if;
      if many <> 0 then
        insert into usage_deltas (name, amount) values (tg_argv[0], many);
      end if;
      return null;
    end $body$;

    /** Counts the rows of a table from now on, and those that it has. */
    create procedure usage_begin_counting(counted regclass, name text) language plpgsql as $body$
    begin
      execute format('create trigger usage_rows_added after insert on %s referencing new table as changed
        for each statement execute function usage_count_rows(%L)', counted, name);
      execute format('create trigger usage_rows_taken after delete on %s referencing old table as changed
        for each statement execute function usage_count_rows(%L)', counted, name);
      execute format('insert into usage_deltas (name, amount) select %L, count(*) from %s', name, counted);
    end $body$;
    call usage_begin_counting('users', 'rows/users');
    call usage_begin_counting('identities', 'rows/identities');
    call usage_begin_counting('sessions', 'rows/sessions');
    call usage_begin_counting('organizations', 'rows/organizations');
    call usage_begin_counting('organization_members', 'rows/organization members');
    call usage_begin_counting('organization_invitations', 'rows/invitations');
    call usage_begin_counting('apps', 'rows/applications');
    call usage_begin_counting('versions', 'rows/versions');
    call usage_begin_counting('thumbnails', 'rows/thumbnails');
    call usage_begin_counting('uploads', 'rows/uploads');
    call usage_begin_counting('subscriptions', 'rows/subscriptions');
    call usage_begin_counting('mails', 'rows/mails');
    call usage_begin_counting('audit_log', 'rows/audit log');
    call usage_begin_counting('storage_configs', 'rows/storage configurations');

    -- A closed list: whoever publishes chooses the names of files, and the totals must not grow with them. To change it,
    -- count all files anew.
    create function usage_extension(path text) returns text language sql immutable as $body$
      select case when extension = any(array[
        '.3ds', '.aac', '.apk', '.assets', '.atlas', '.avif', '.bank', '.basis', '.bin', '.bmp', '.br', '.bundle', '.bytes',
        '.c3p', '.cfg', '.cjs', '.config', '.cpp', '.cs', '.css', '.csv', '.dae', '.dat', '.data', '.dds', '.dll', '.eot',
        '.exr', '.fbx', '.flac', '.fnt', '.frag', '.fx', '.gif', '.glb', '.glsl', '.gltf', '.gz', '.hash', '.hdr', '.htm',
        '.html', '.icns', '.ico', '.ini', '.jar', '.jpeg', '.jpg', '.js', '.json', '.jsonc', '.ktx', '.ktx2', '.less',
        '.lua', '.m4a', '.manifest', '.map', '.md', '.mem', '.mid', '.mjs', '.mov', '.mp3', '.mp4', '.mtl', '.obj',
        '.ogg', '.ogv', '.opus', '.otf', '.pak', '.pck', '.pdf', '.plist', '.png', '.pvr', '.py', '.rar', '.resource',
        '.ress', '.sass', '.scss', '.shader', '.skel', '.spv', '.sqlite', '.srt', '.stl', '.svg', '.swf', '.symbols',
        '.tga', '.tif', '.tiff', '.toml', '.ts', '.tsx', '.ttf', '.txt', '.unity3d', '.unityweb', '.vert', '.vtt',
        '.wasm', '.wav', '.webm', '.webmanifest', '.webp', '.wgsl', '.woff', '.woff2', '.xml', '.yaml', '.yml', '.zip',
        '.zst']) then extension else 'other' end
      from (select '.' || lower(substring(path from '[^/.]\\.([^./]{1,12})$')) as extension) as ending
    $body$;
    create function usage_count_files() returns trigger language plpgsql as $body$
    begin
      insert into usage_deltas (name, amount)
        select 'files/' || usage_extension(path), case tg_op when 'INSERT' then count(*) else -count(*) end
        from changed group by usage_extension(path);
      return null;
    end $body$;
    create trigger usage_files_added after insert on version_files referencing new table as changed
      for each statement execute function usage_count_files();
    create trigger usage_files_taken after delete on version_files referencing old table as changed
      for each statement execute function usage_count_files();
    insert into usage_deltas (name, amount)
      select 'files/' || usage_extension(path), count(*) from version_files group by usage_extension(path);

    -- How much lies in the storages is counted by their own triggers; when that last changed, by these.
    create function usage_note_stored() returns trigger language plpgsql as $body$
    begin
      if exists (select from changed) then
        insert into usage_deltas (name, amount) values ('stored', 0);
      end if;
      return null;
    end $body$;
    create trigger usage_stored_added after insert on blob_encodings referencing new table as changed
      for each statement execute function usage_note_stored();
    create trigger usage_stored_changed after update on blob_encodings referencing new table as changed
      for each statement execute function usage_note_stored();
    create trigger usage_stored_taken after delete on blob_encodings referencing old table as changed
      for each statement execute function usage_note_stored();
    insert into usage_deltas (name, amount, changed_at)
      select 'stored', 0, max(created_at) from blob_encodings having count(*) > 0;
  `.execute(db);
}
