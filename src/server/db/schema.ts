import type { ColumnType, Generated } from 'kysely';
import type { Role } from '#shared/accounts/accounts.ts';
import type { SignInPurpose } from '#shared/accounts/sign-in.ts';
import type { AuditAction, AuditTargetKind } from '#shared/admin/admin.ts';
import type { Theme } from '#shared/apps/themes.ts';
import type { ZipMethod } from '#shared/files/zip-headers.ts';
import type { MemberRole } from '#shared/orgs/orgs.ts';
import type { DeviceAccess } from '#shared/play/game-features.ts';
import type { ThreadIsolation } from '#shared/play/isolation.ts';
import type { BuildReport, FileRole } from '#shared/versions/versions.ts';
import type { BillingTables } from './schema/billing.ts';
import type { ReportsTables } from './schema/reports.ts';
import type { StorageTables } from './schema/storage.ts';
import type { SubmissionQuotaTables } from './schema/submission-quota.ts';
import type { SupportTables } from './schema/support.ts';
import type { UsageTables } from './schema/usage.ts';

/** The tables as TypeScript sees them. Each is written by one feature alone: its `store.ts`. */
export interface Tables
  extends BillingTables,
    ReportsTables,
    SubmissionQuotaTables,
    StorageTables,
    SupportTables,
    UsageTables {
  users: UsersTable;
  identities: IdentitiesTable;
  sessions: SessionsTable;
  sign_in_attempts: SignInAttemptsTable;
  organizations: OrganizationsTable;
  organization_members: OrganizationMembersTable;
  organization_invitations: OrganizationInvitationsTable;
  organization_invitation_mails: OrganizationInvitationMailsTable;
  mails: MailsTable;
  apps: AppsTable;
  thumbnails: ThumbnailsTable;
  versions: VersionsTable;
  version_files: VersionFilesTable;
  packed_files: PackedFilesTable;
  missing_files: MissingFilesTable;
  uploads: UploadsTable;
  audit_log: AuditLogTable;
}

interface UsersTable {
  id: string;
  email: string | null;
  email_verified: Generated<boolean>;
  /** The identity that provided address and provider; null if unknown. */
  email_identity_id: string | null;
  username: string;
  role: Generated<Role>;
  provider: Generated<string>;
  created_at: Date;
  last_login_at: Date;
  updated_at: Date;
  /** The organization that an administrator assigned; they are one of its members. */
  organization_id: ColumnType<string | null, string | null | undefined, string | null>;
  disabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  disabled_reason: Generated<string>;
}

interface IdentitiesTable {
  id: string;
  issuer: string;
  subject: string;
  user_id: string;
  provider: string;
  email: string | null;
  email_verified: Generated<boolean>;
  created_at: Date;
}

interface SessionsTable {
  secret_hash: Buffer;
  id: string;
  user_id: string;
  provider: string;
  user_agent: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  /** When the user authenticated at the provider; null if the provider did not report a recent time. */
  authenticated_at: Date | null;
}

interface SignInAttemptsTable {
  state_hash: Buffer;
  browser_hash: Buffer;
  provider: string;
  mode: 'redirect' | 'popup';
  purpose: Generated<SignInPurpose>;
  user_id: string | null;
  nonce: string;
  code_verifier: string;
  return_to: string;
  created_at: Date;
}

interface OrganizationsTable {
  id: string;
  name: string;
  description: Generated<string>;
  is_public: Generated<boolean>;
  owner_id: string;
  created_by: string | null;
  allow_member_uploads: Generated<boolean>;
  require_approval: Generated<boolean>;
  /** Since its owner's plan has ended. */
  suspended_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Kept by the database itself. */
  member_count: ColumnType<number, never, never>;
  created_at: Date;
  updated_at: Date;
}

interface OrganizationMembersTable {
  organization_id: string;
  user_id: string;
  role: MemberRole;
  joined_at: Date;
  /** Whether an administrator's assignment created the membership and will delete it. */
  is_assigned: Generated<boolean>;
}

interface OrganizationInvitationsTable {
  id: string;
  organization_id: string;
  email: string;
  role: MemberRole;
  invited_by: string | null;
  created_at: Date;
  sent_at: Date;
  expires_at: Date;
}

interface OrganizationInvitationMailsTable {
  id: string;
  organization_id: string;
  /** Null for a deleted user. */
  user_id: string | null;
  /** A keyed hash, because the row outlives the inviting account. */
  address_hash: Buffer;
  sent_at: Date;
}

interface MailsTable {
  id: string;
  to_address: string;
  subject: string;
  text: string;
  html: string;
  about: string;
  caused_by: string | null;
  reply_to: string | null;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  next_attempt_at: Date;
  problem: Generated<string>;
  created_at: Date;
  settled_at: Date | null;
}

interface AppsTable {
  id: string;
  owner_id: string;
  organization_id: string | null;
  name: string;
  description: string;
  is_public: boolean;
  theme: Theme;
  active_version_id: string;
  share_key: string | null;
  is_approved: Generated<boolean>;
  wants_public: Generated<boolean>;
  /** Since its owner's plan has ended; it is never public meanwhile. */
  suspended_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The time of a takedown. */
  taken_down_at: ColumnType<Date | null, never, Date | null>;
  taken_down_reason: ColumnType<string | null, never, string | null>;
  taken_down_by: ColumnType<string | null, never, string | null>;
  device_access: Generated<DeviceAccess[]>;
  thread_isolation: Generated<ThreadIsolation>;
  single_page_routes: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
}

interface ThumbnailsTable {
  id: string;
  app_id: string;
  small_sha256: Buffer;
  large_sha256: Buffer;
  created_at: Date;
}

interface VersionsTable {
  id: string;
  app_id: string;
  number: string;
  changelog: Generated<string>;
  file_name: string;
  file_size: number;
  /** Null once it was dropped. */
  original_sha256: Buffer | null;
  report: ColumnType<BuildReport, string, string>;
  /** Null for a deleted user. */
  uploaded_by: string | null;
  uploaded_at: Date;
  approval: Generated<'approved' | 'pending' | 'sent-back'>;
  approval_note: Generated<string>;
  decided_by: string | null;
  decided_at: Date | null;
  /** Codes of problems that stop the build; empty after a manual activation. */
  held_back: Generated<string[]>;
}

interface VersionFilesTable {
  version_id: string;
  path: string;
  sha256: Buffer;
  size: number;
  content_type: string;
  role: FileRole | null;
  encodable: boolean;
  is_alias: Generated<boolean>;
}

interface PackedFilesTable {
  version_id: string;
  /** The version's. */
  app_id: string;
  sha256: Buffer;
  size: number;
  crc32: number;
  method: ZipMethod;
  data_start: number;
  packed_size: number;
  gzip_time: number | null;
}

interface MissingFilesTable {
  version_id: string;
  path: string;
  near_path: string;
  seen_at: Date;
}

interface UploadsTable {
  id: string;
  user_id: string;
  file_name: string;
  size: number;
  completed_at: Date | null;
  app_id: string | null;
  version_id: string | null;
  created_app: Generated<boolean>;
  is_partial: Generated<boolean>;
  target: string | null;
  /** The session or token that started it; null for older uploads. */
  session_id: string | null;
  created_at: Date;
  expires_at: Date;
}

/** Only added to: the database refuses to change or delete an entry. */
interface AuditLogTable {
  id: string;
  at: Date;
  sequence: ColumnType<number, never, never>;
  actor_id: string | null;
  actor_name: string;
  action: AuditAction;
  target_kind: AuditTargetKind;
  target_id: string;
  target_name: string;
  before: ColumnType<Record<string, unknown> | null, string | null, never>;
  after: ColumnType<Record<string, unknown> | null, string | null, never>;
  reason: string | null;
}
