import type { Upload } from '#shared/uploads.ts';
import type { Context } from '../../context.ts';
import { bytesReceived, uploadPath } from './files.ts';
import type { UploadRow } from './store.ts';

export async function presentUpload(context: Context, row: UploadRow): Promise<Upload> {
  const received = row.completed_at === null ? await bytesReceived(uploadPath(context, row.id)) : row.size;
  return {
    id: row.id,
    fileName: row.file_name,
    size: row.size,
    offset: received ?? 0,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
