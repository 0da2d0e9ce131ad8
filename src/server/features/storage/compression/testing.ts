import { randomBytes } from 'node:crypto';
import type { ContentEncoding } from '#shared/versions.ts';
import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { addApp, plainReport } from '../../../testing/apps.ts';
import { signIn } from '../../../testing/people.ts';
import type { TestServer } from '../../../testing/server.ts';
import { insertVersion } from '../../versions/store.ts';
import { keepBlobs } from '../keep.ts';
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
  await keepBlobs(context, [await stage(context, content, encodings)]);
  return sha256(content);
}

/** A version of somebody's that serves these contents encoded, or not. */
export async function serve(
  server: TestServer,
  contents: readonly Buffer[],
  encodable = true,
): Promise<void> {
  const app = await addApp(server, await signIn(server, 'ada'));
  const file = { contentType: 'text/plain', role: null, encodable };
  await server.context.db.transaction().execute((trx) =>
    insertVersion(
      trx,
      {
        id: newId(),
        appId: app.id,
        number: '2.0.0',
        changelog: '',
        fileName: 'a.zip',
        fileSize: 5,
        originalSha256: sha256(Buffer.from('build')),
        report: plainReport,
        uploadedBy: app.ownerId,
        uploadedAt: server.clock.now(),
      },
      contents.map((content) => ({
        ...file,
        path: sha256(content),
        sha256: sha256(content),
        size: content.length,
      })),
    ),
  );
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
