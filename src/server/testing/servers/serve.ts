import { insertVersion } from '../../features/publishing/versions/store.ts';
import { sha256 } from '../../features/storage/testing.ts';
import { newId } from '../../platform/ids.ts';
import { addApp, plainReport } from '../people/apps.ts';
import { signIn } from '../people/people.ts';
import type { TestServer } from './server.ts';

/** A user's version that serves stored contents, compressed or not. */
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
