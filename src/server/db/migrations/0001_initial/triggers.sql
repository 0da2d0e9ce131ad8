create trigger announce_names_of_creator after update of username on users for each row
  when (old.username is distinct from new.username)
  execute function announce_names_of_creator();
create trigger schedule_lifecycle_of_user after update of role, disabled_at on users for each row
  when (((old.role = 'admin') and (new.role <> 'admin')) or ((old.disabled_at is null) and (new.disabled_at is not
    null)))
  execute function schedule_lifecycle_of_user();
create trigger sync_folded_creator after update of username on users for each row
  when (old.username is distinct from new.username)
  execute function sync_folded_creator();
create trigger announce_end_of_session after delete on sessions for each row
  execute function announce_end_of_session();
create trigger announce_names_of_organization after update of name, is_public on organizations for each row
  when ((old.name <> new.name) or (old.is_public <> new.is_public))
  execute function announce_names_of_organization();
create trigger announce_owner after update of owner_id on organizations for each row
  when (old.owner_id <> new.owner_id)
  execute function announce_owner();
create trigger announce_suspended_organization after update of suspended_since on organizations for each row
  when ((old.suspended_since is null) <> (new.suspended_since is null))
  execute function announce_suspended_organization();
create trigger announce_membership after insert or delete or update of role on organization_members for each row
  execute function announce_membership();
create trigger count_members after insert or delete on organization_members for each row
  execute function count_members();
create trigger keep_storage_active before delete on storage_active for each row
  execute function keep_storage_active();
create trigger count_deleted after delete on blob_encodings referencing old table as gone for each statement
  execute function count_stored_files();
create trigger count_inserted after insert on blob_encodings referencing new table as come for each statement
  execute function count_stored_files();
create trigger count_updated after update on blob_encodings referencing old table as gone new table as come for each
  statement
  execute function count_stored_files();
create trigger usage_stored_added after insert on blob_encodings referencing new table as changed for each statement
  execute function usage_mark_stored();
create trigger usage_stored_changed after update on blob_encodings referencing new table as changed for each statement
  execute function usage_mark_stored();
create trigger usage_stored_taken after delete on blob_encodings referencing old table as changed for each statement
  execute function usage_mark_stored();
create trigger add_search_terms_of_changed after update on apps referencing new table as written for each statement
  execute function add_search_terms();
create trigger add_search_terms_of_new after insert on apps referencing new table as written for each statement
  execute function add_search_terms();
create trigger announce_changed_listing after update on apps for each row
  when ((to_jsonb(old.*) - 'share_key') is distinct from (to_jsonb(new.*) - 'share_key'))
  execute function announce_listing();
create trigger announce_listing after insert or delete on apps for each row
  execute function announce_listing();
create trigger prune_search_terms_of_changed after update on apps referencing old table as gone for each statement
  execute function prune_search_terms();
create trigger prune_search_terms_of_deleted after delete on apps referencing old table as gone for each statement
  execute function prune_search_terms();
create trigger request_deltas after update of active_version_id on apps for each row
  when (new.active_version_id <> old.active_version_id)
  execute function request_deltas();
create trigger set_folded_creator before insert or update of owner_id on apps for each row
  execute function set_folded_creator();
create trigger announce_decision after update of approval on versions for each row
  when (old.approval <> new.approval)
  execute function announce_approval();
create trigger announce_end_of_waiting after delete on versions for each row
  when (old.approval <> 'approved')
  execute function announce_approval();
create trigger announce_waiting_version after insert on versions for each row
  when (new.approval <> 'approved')
  execute function announce_approval();
create trigger touch_blobs after delete on versions referencing old table as gone for each statement
  execute function touch_blobs_of_versions();
create trigger touch_blobs after delete on version_files referencing old table as gone for each statement
  execute function touch_blobs_of_versions();
create trigger usage_files_added after insert on version_files referencing new table as changed for each statement
  execute function usage_count_files();
create trigger usage_files_taken after delete on version_files referencing old table as changed for each statement
  execute function usage_count_files();
create trigger touch_blobs after delete on thumbnails referencing old table as gone for each statement
  execute function touch_blobs_of_thumbnails();
create trigger schedule_lifecycle after insert or update on subscriptions for each row
  execute function schedule_lifecycle();
create trigger refuse_change before update or delete on audit_log for each row
  execute function refuse_audit_log_change();
create trigger refuse_truncate before truncate on audit_log for each statement
  execute function refuse_audit_log_change();
