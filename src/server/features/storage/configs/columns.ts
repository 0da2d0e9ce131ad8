import type { Updateable } from 'kysely';
import type { Context } from '#server/context.ts';
import type { StorageConfigsTable } from '#server/db/schema/storage.ts';
import { settableFileSize } from '#shared/storage/storage.ts';
import type { StorageConfigInput } from '#shared/storage/storage-form.ts';
import type { ConfigRow } from './store.ts';

/** The columns that do not affect the connection. */
export function plainColumns(
  { config }: Pick<Context, 'config'>,
  { name, description, settings }: StorageConfigInput,
  stored: ConfigRow | null,
) {
  // Unset limits follow the server's limits.
  const untouched =
    stored?.max_file_size === null && settings.maxFileSize === settableFileSize(config.maxUploadBytes);
  return {
    name,
    description,
    public_read: settings.publicRead,
    max_file_size: untouched ? null : settings.maxFileSize,
    allowed_extensions: settings.allowedExtensions,
    retention_days: settings.retentionDays,
  } satisfies Updateable<StorageConfigsTable>;
}
