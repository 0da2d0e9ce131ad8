create table usage_totals (
  name text primary key,
  amount bigint not null,
  changed_at timestamptz not null
);

-- What statements added or removed, until a job adds it to usage_totals. No row has two writers, so counting blocks
-- nobody, and a rollback is not counted.
create table usage_deltas (
  name text not null,
  amount bigint not null,
  changed_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);

create table usage_days (
  day date primary key,
  accounts bigint,
  applications bigint,
  bytes_stored bigint,
  plays bigint not null default 0,
  bytes_delivered bigint not null default 0,
  bytes_saved_by_compression bigint not null default 0,
  bytes_saved_by_deltas bigint not null default 0
);

call usage_count_table('users', 'rows/users');
call usage_count_table('identities', 'rows/identities');
call usage_count_table('sessions', 'rows/sessions');
call usage_count_table('organizations', 'rows/organizations');
call usage_count_table('organization_members', 'rows/organization members');
call usage_count_table('organization_invitations', 'rows/invitations');
call usage_count_table('storage_configs', 'rows/storage configurations');
call usage_count_table('apps', 'rows/applications');
call usage_count_table('versions', 'rows/versions');
call usage_count_table('thumbnails', 'rows/thumbnails');
call usage_count_table('uploads', 'rows/uploads');
call usage_count_table('subscriptions', 'rows/subscriptions');
call usage_count_table('reports', 'rows/reports');
call usage_count_table('reported_apps', 'open/reports');
call usage_count_table('support_requests', 'rows/support requests');
call usage_count_table('audit_log', 'rows/audit log');
call usage_count_table('mails', 'rows/mails');
