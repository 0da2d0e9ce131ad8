create or replace function add_search_terms() returns trigger language plpgsql as $$
begin
  -- In the order of the words, so that two who publish at once cannot wait for each other.
  insert into search_terms (term)
    select distinct word from written, flux_terms(folded_name || folded_creator) as word
    where is_public order by word
    on conflict do nothing;
  return null;
end
$$;

-- Only those who may see unapproved versions are told that one waits.
create or replace function announce_approval() returns trigger language plpgsql as $$
begin
  perform pg_notify('flux_changes', json_build_object(
    'kind', 'listing', 'id', apps.id, 'detail', json_build_object(
      'what', 'edited', 'ownerId', apps.owner_id, 'is', waiting.state, 'was', waiting.state))::text)
  from apps, json_build_object('public', false, 'approved', false,
    'offline', apps.suspended_since is not null or apps.taken_down_at is not null,
    'organizationId', apps.organization_id) as waiting (state)
  where apps.id = coalesce(new.app_id, old.app_id);
  return null;
end
$$;

create or replace function announce_end_of_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('flux_changes', json_build_object('kind', 'session-end', 'id', old.id)::text);
  return null;
end
$$;

-- Announces each change of a listing at the commit, with who may see it and who might until now
-- (platform/db/changes.ts).
create or replace function announce_listing() returns trigger language plpgsql as $$
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
      'is', case when tg_op <> 'DELETE' then json_build_object(
        'public', new.is_public, 'approved', new.is_approved,
        'offline', new.suspended_since is not null or new.taken_down_at is not null,
        'organizationId', new.organization_id) end,
      'was', case when tg_op <> 'INSERT' then json_build_object(
        'public', old.is_public, 'approved', old.is_approved,
        'offline', old.suspended_since is not null or old.taken_down_at is not null,
        'organizationId', old.organization_id) end
    ))::text);
  return null;
end
$$;

create or replace function announce_membership() returns trigger language plpgsql as $$
declare
  member organization_members := coalesce(new, old);
begin
  perform pg_notify('flux_changes', json_build_object(
    'kind', 'membership', 'id', member.organization_id,
    'detail', json_build_object('userId', member.user_id))::text);
  return null;
end
$$;

create or replace function announce_names_of_creator() returns trigger language plpgsql as $$
begin
  if exists (select from apps where owner_id = new.id) then
    perform pg_notify('flux_changes', '{"kind":"names","id":""}');
  end if;
  return null;
end
$$;

create or replace function announce_names_of_organization() returns trigger language plpgsql as $$
begin
  if exists (select from apps where organization_id = new.id) then
    perform pg_notify('flux_changes', '{"kind":"names","id":""}');
  end if;
  return null;
end
$$;

create or replace function announce_owner() returns trigger language plpgsql as $$
begin
  perform pg_notify('flux_changes', json_build_object(
    'kind', 'membership', 'id', new.id, 'detail', json_build_object('userId', user_id))::text)
  from unnest(array[old.owner_id, new.owner_id]) as user_id;
  return null;
end
$$;

create or replace function announce_suspended_organization() returns trigger language plpgsql as $$
begin
  perform pg_notify('flux_changes', json_build_object(
    'kind', 'membership', 'id', new.id, 'detail', json_build_object('userId', user_id))::text)
  from organization_members where organization_id = new.id;
  return null;
end
$$;

create or replace function count_members() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update organizations set member_count = member_count + 1 where id = new.organization_id;
  else
    update organizations set member_count = member_count - 1 where id = old.organization_id;
  end if;
  return null;
end
$$;

create or replace function count_stored_files() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into storage_totals (storage_id, files, bytes)
      select storage_id, count(*), sum(size) from come group by storage_id;
  end if;
  if tg_op <> 'INSERT' then
    insert into storage_totals (storage_id, files, bytes)
      select storage_id, -count(*), -sum(size) from gone group by storage_id;
  end if;
  return null;
end
$$;

create or replace function flux_prune_term(lost text) returns void language plpgsql as $$
declare
  needed boolean;
begin
  -- With the word in the statement, so that it is planned for how common that word is.
  execute format(
    'select exists (select from apps where is_public and (folded_name like %1$L or folded_creator like %1$L))',
    '%' || lost || '%') into needed;
  if not needed then
    delete from search_terms where term = lost;
  end if;
end
$$;

create or replace function keep_storage_active() returns trigger language plpgsql as $$
begin
  raise exception 'One storage configuration is always active.';
end
$$;

-- Leaves the rest of many terms to a job, so that no statement takes long.
create or replace function prune_search_terms() returns trigger language plpgsql as $$
declare
  lost text[];
  -- More than the name of an application and of its creator have.
  at_once constant integer := 100;
begin
  select array_agg(word order by word) into lost from (
    select flux_terms(folded_name || folded_creator) as word from gone where is_public
    except select flux_terms(apps.folded_name || apps.folded_creator)
      from gone join apps using (id) where apps.is_public) as words;
  perform flux_prune_term(word) from unnest(lost[:at_once]) as word;
  insert into search_terms_to_check (term) select word from unnest(lost[at_once + 1:]) as word on conflict do nothing;
  return null;
end
$$;

create or replace function refuse_audit_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only added to.';
end
$$;

create or replace function request_deltas() returns trigger language plpgsql as $$
begin
  insert into delta_requests (app_id, request_id, former_version_ids, due_at)
    values (new.id, gen_random_uuid(), array[old.active_version_id], now())
    on conflict (app_id) do update set request_id = excluded.request_id, attempts = 0, due_at = excluded.due_at,
      former_version_ids = (excluded.former_version_ids || delta_requests.former_version_ids)[1:3];
  perform pg_notify('flux_changes', '{"kind":"delta-request","id":""}');
  return null;
end
$$;

-- Every write of a subscription makes its user due for reconciliation.
create or replace function schedule_lifecycle() returns trigger language plpgsql as $$
begin
  insert into subscription_lifecycles (user_id, due_at) values (new.user_id, new.updated_at)
  on conflict (user_id) do update set due_at = excluded.due_at;
  return null;
end
$$;

create or replace function schedule_lifecycle_of_user() returns trigger language plpgsql as $$
begin
  update subscription_lifecycles set
    due_at = new.updated_at,
    -- What an administrator published after everything before it was deleted was never ended.
    stage = case
      when stage = 'deleted' and old.role = 'admin' and new.role <> 'admin' and (
        exists (select from apps where owner_id = new.id)
        or exists (select from organizations where owner_id = new.id)) then 'none'
      else stage end
  where user_id = new.id;
  return null;
end
$$;

create or replace function set_folded_creator() returns trigger language plpgsql as $$
begin
  -- Held, so that somebody who takes another name at this moment waits, and then finds this application, too.
  select ' ' || flux_fold(username) into new.folded_creator from users where id = new.owner_id for share;
  new.folded_creator := coalesce(new.folded_creator, '');
  return new;
end
$$;

create or replace function sync_folded_creator() returns trigger language plpgsql as $$
begin
  update apps set folded_creator = ' ' || flux_fold(new.username) where owner_id = new.id;
  return null;
end
$$;

create or replace function touch_blobs_of_thumbnails() returns trigger language plpgsql as $$
begin
  with free as (
    select sha256 from blobs
    where sha256 in (select small_sha256 from gone union select large_sha256 from gone)
    for no key update skip locked
  )
  update blobs set touched_at = greatest(touched_at, clock_now()) from free where blobs.sha256 = free.sha256;
  return null;
end
$$;

-- A blob that loses a reference stays for another grace period (features/storage/sweep.ts), so that a database backup
-- and the later backup of its files agree. Locked rows are skipped: somebody else touches them, and waiting could be a
-- deadlock.
create or replace function touch_blobs_of_versions() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'versions' then
    with free as (
      select sha256 from blobs where sha256 in (select original_sha256 from gone) for no key update skip locked
    )
    update blobs set touched_at = greatest(touched_at, clock_now()) from free where blobs.sha256 = free.sha256;
  else
    with free as (
      select sha256 from blobs where sha256 in (select sha256 from gone) for no key update skip locked
    )
    update blobs set touched_at = greatest(touched_at, clock_now()) from free where blobs.sha256 = free.sha256;
  end if;
  return null;
end
$$;

create or replace function usage_count_files() returns trigger language plpgsql as $$
begin
  insert into usage_deltas (name, amount)
    select 'files/' || usage_extension(path), case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed where not is_alias group by usage_extension(path);
  return null;
end
$$;

create or replace function usage_count_rows() returns trigger language plpgsql as $$
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
end
$$;

-- Counts the rows of a table from now on.
create or replace procedure usage_count_table(in counted regclass, in name text) language plpgsql as $$
begin
  execute format('create trigger usage_rows_added after insert on %s referencing new table as changed
    for each statement execute function usage_count_rows(%L)', counted, name);
  execute format('create trigger usage_rows_taken after delete on %s referencing old table as changed
    for each statement execute function usage_count_rows(%L)', counted, name);
  execute format('insert into usage_deltas (name, amount) select %L, count(*) from %s', name, counted);
end
$$;

-- A closed list: creators choose file names, and the totals must not grow with them.
create or replace function usage_extension(path text) returns text language sql immutable as $$
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
from (select '.' || lower(substring(path from '[^/.]\.([^./]{1,12})$')) as extension) as ending
$$;

create or replace function usage_mark_stored() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    insert into usage_deltas (name, amount) values ('stored', 0);
  end if;
  return null;
end
$$;
