import { FluxError } from '#shared/contract/errors.ts';
import { uploadsPath } from '#shared/versions/uploads.ts';
import type { Visitor } from './people.ts';

/**
 * Sends a file by tus 1.0.0 in one part, or only its first `sent` bytes.
 * @param metadata additional to the name
 * @returns the upload's id
 */
export async function sendUpload(
  who: Visitor,
  name: string,
  bytes: Buffer,
  sent: number = bytes.length,
  metadata: Record<string, string> = {},
): Promise<string> {
  const created = await who.fetch(uploadsPath, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': Object.entries({ filename: name, ...metadata })
        .map(([field, value]) => `${field} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  });
  const location = created.headers.location;
  if (created.status !== 201 || !location) throw new FluxError('internal', created.text());
  const id = location.split('/').at(-1) ?? '';
  const patched = await who.fetch(`${uploadsPath}/${id}`, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes.subarray(0, sent),
  });
  if (patched.status !== 204) throw new FluxError('internal', patched.text());
  return id;
}
