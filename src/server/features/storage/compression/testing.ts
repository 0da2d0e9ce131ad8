import { randomBytes } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { serve } from '#server/testing/servers/serve.ts';
import type { TestServer } from '#server/testing/servers/server.ts';
import type { ContentEncoding } from '#shared/versions/versions.ts';
import { putBlobs } from '../put-blobs.ts';
import { type BlobForm, findForms } from '../read.ts';
import { sha256, stage } from '../testing.ts';
import { compressBlobs } from './compress.ts';

/** Compressible, and different each time. */
export function prose(bytes: number): Buffer {
  const words = Array.from({ length: 200 }, () => randomBytes(3).toString('hex'));
  let content = '';
  while (content.length < bytes) content += `${words[randomBytes(1).readUInt8(0) % words.length]} `;
  return Buffer.from(content.slice(0, bytes));
}

/** The forms of some content, by their encodings. */
export async function formsOf(
  context: Pick<Context, 'db'>,
  content: Buffer,
): Promise<Map<BlobForm['encoding'], BlobForm>> {
  const forms = (await findForms(context, [Buffer.from(sha256(content), 'hex')])).get(sha256(content)) ?? [];
  return new Map(forms.map((form) => [form.encoding, form]));
}

/** Keeps content that nothing names yet. @returns its sha256 in hexadecimal */
export async function keep(
  context: Context,
  content: Buffer,
  encodings?: ContentEncoding[],
): Promise<string> {
  await putBlobs(context, [await stage(context, content, encodings)]);
  return sha256(content);
}

/** Keeps content that a version serves. @returns its sha256 in hexadecimal */
export async function publish(server: TestServer, content: Buffer): Promise<string> {
  const id = await keep(server.context, content);
  await serve(server, [content]);
  return id;
}

export async function compressBoth(context: Context, id: string): Promise<void> {
  const { signal } = new AbortController();
  await compressBlobs(context, 'quick', [id], signal);
  await compressBlobs(context, 'best', [id], signal);
}
