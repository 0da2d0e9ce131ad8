import type { UploadLimits } from '#shared/versions/build-file.ts';
import type { Context } from '../../context.ts';
import { getActiveConfig } from './configs/store.ts';

/**
 * What may be uploaded and published now: what the active configuration allows, and never more than whoever runs this
 * Flux does. It is asked each time, since the configuration may have been changed on another server.
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
