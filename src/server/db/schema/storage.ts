import type { ColumnType, Generated } from 'kysely';
import type { StorageMove, StorageTestStatus } from '#shared/storage/storage.ts';
import type { StorageProvider } from '#shared/storage/storage-form.ts';
import type { BuildFileExtension } from '#shared/versions/build-file.ts';
import type { FormEncoding } from '../../platform/blobs/encodings.ts';

/** The tables of `features/storage`. */
export interface StorageTables {
  blobs: BlobsTable;
  blob_encodings: BlobEncodingsTable;
  blob_sweep: BlobSweepTable;
  gzip_checks: GzipChecksTable;
  storage_configs: StorageConfigsTable;
  storage_active: StorageActiveTable;
  storage_totals: StorageTotalsTable;
  storage_moves: StorageMovesTable;
  storage_damaged_files: StorageDamagedFilesTable;
  delta_attempts: DeltaAttemptsTable;
  delta_requests: DeltaRequestsTable;
  compression_days: CompressionDaysTable;
  compression_requests: CompressionRequestsTable;
}

interface BlobsTable {
  sha256: Buffer;
  size: number;
  touched_at: Date;
  compression: Generated<'none' | 'quick' | 'best'>;
}

interface BlobEncodingsTable {
  sha256: Buffer;
  encoding: FormEncoding;
  /** The sha256 of the content that a delta is read by; empty for all other forms. */
  dictionary: Generated<Buffer>;
  size: number;
  stored_sha256: Buffer;
  key: string;
  /** The storage configuration that contains it. */
  storage_id: string;
  created_at: Date;
}

/** The position of the sweep; one row. */
interface BlobSweepTable {
  /** As PostgreSQL writes it: it is more exact than a `Date`, and infinite before the first sweep. */
  touched_at: ColumnType<never, never, string>;
  sha256: Buffer;
  restarted_at: Date;
}

/** Blobs whose gzip form must be checked. */
interface GzipChecksTable {
  sha256: Buffer;
}

/** Deltas that were tried, kept or not. */
interface DeltaAttemptsTable {
  sha256: Buffer;
  dictionary: Buffer;
  kept: boolean;
  cpu_seconds: number;
  tried_at: Date;
}

interface DeltaRequestsTable {
  app_id: string;
  request_id: string;
  former_version_ids: string[];
  attempts: Generated<number>;
  due_at: Date;
  /** Why the last attempt failed; null without a failure. */
  problem: ColumnType<string | null, never, string>;
}

/** Blobs that versions serve in encoded form, until they are compressed as well as can be. */
interface CompressionRequestsTable {
  sha256: Buffer;
  seen_at: Date;
  effort: 'quick' | 'best' | null;
  job_id: string | null;
}

/** What the making of forms took on each day. */
interface CompressionDaysTable {
  /** In UTC; what PostgreSQL makes of it as a `Date` depends on the machine. */
  day: ColumnType<never, string, never>;
  kind: 'forms' | 'deltas';
  cpu_seconds: number;
  tried: number;
  kept: number;
}

export interface StorageConfigsTable {
  id: string;
  provider: StorageProvider;
  name: string;
  description: Generated<string>;
  /** As `features/storage/connections/address.ts` reads it. */
  options: ColumnType<unknown, string | undefined, string>;
  /** Name of each secret and its sealed text. */
  secrets: ColumnType<Record<string, string>, string | undefined, string>;
  test_status: Generated<StorageTestStatus>;
  test_problem: string | null;
  last_tested_at: Date | null;
  public_read: Generated<boolean>;
  /** Bytes; null: the server's own limit. */
  max_file_size: number | null;
  allowed_extensions: Generated<BuildFileExtension[]>;
  /** Null: never dropped. */
  retention_days: number | null;
  created_at: Date;
  updated_at: Date;
}

interface StorageActiveTable {
  singleton: Generated<true>;
  config_id: string;
}

interface StorageTotalsTable {
  id: Generated<number>;
  storage_id: string;
  files: number;
  bytes: number;
}

interface StorageMovesTable {
  target_id: string;
  state: StorageMove['state'];
  files_done: Generated<number>;
  files_total: number;
  bytes_done: Generated<number>;
  bytes_total: number;
  problem: string | null;
  started_at: Date;
  updated_at: Date;
}

/** Files that a move skipped as damaged, until it starts again. */
interface StorageDamagedFilesTable {
  target_id: string;
  storage_id: string;
  key: string;
}
