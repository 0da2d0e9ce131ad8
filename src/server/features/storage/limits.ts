import type { UploadLimits } from '#shared/versions/build-file.ts';
import type { Context } from '../../context.ts';
import { getActiveConfig } from './configs/store.ts';

/**
 * The current upload limits: those of the active configuration, within the server's. Read each time, because another
 * server may have changed the configuration.
 */
export async function readUploadLimits({
  db,
  config,
}: Pick<Context, 'db' | 'config'>): Promise<UploadLimits> {
  const active = await getActiveConfig(db);
  return {
    maxUploadBytes: Math.min(active.max_file_size ?? config.maxUploadBytes, config.maxUploadBytes),
    allowedExtensions: active.allowed_extensions,
  };
}
