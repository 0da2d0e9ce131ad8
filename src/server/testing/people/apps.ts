import { createHash } from 'node:crypto';
import type { BuildReport } from '#shared/versions/versions.ts';
import { insertApp, type NewApp } from '../../features/apps/store.ts';
import { insertVersion } from '../../features/publishing/versions/store.ts';
import { newId } from '../../platform/ids.ts';
import type { TestServer } from '../servers/server.ts';

export const plainReport: BuildReport = {
  kind: 'web',
  loader: null,
  unityVersion: null,
  compression: 'none',
  decompressionFallback: false,
  hashedNames: false,
  threads: false,
  webXr: false,
  webGpu: false,
  template: 'custom',
  productName: null,
  companyName: null,
  productVersion: null,
  entry: 'index.html',
  pageMade: false,
  parts: [],
  fileCount: 1,
  totalBytes: 5,
  droppedCount: 0,
  warnings: [],
};

/** An app as rows alone, for tests that need many of them or play none: its bytes are in no store. */
export async function addApp(
  server: TestServer,
  owner: { id: string },
  fields: Partial<NewApp & { report: BuildReport }> = {},
): Promise<NewApp> {
  const { db, clock } = server.context;
  const { report = plainReport, ...given } = fields;
  const app: NewApp = {
    id: newId(),
    ownerId: owner.id,
    organizationId: null,
    name: 'Pong',
    description: '',
    isPublic: false,
    theme: 'vanilla',
    activeVersionId: newId(),
    shareKey: newId(),
    createdAt: clock.now(),
    ...given,
  };
  const sha256 = createHash('sha256').update('build').digest();
  await db
    .insertInto('blobs')
    .values({ sha256, size: 5, touched_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.transaction().execute(async (trx) => {
    await insertApp(trx, app);
    await insertVersion(
      trx,
      {
        id: app.activeVersionId,
        appId: app.id,
        number: '1.0.0',
        changelog: '',
        fileName: 'pong.zip',
        fileSize: 5,
        originalSha256: sha256.toString('hex'),
        report,
        uploadedBy: app.ownerId,
        uploadedAt: app.createdAt,
        approval: app.isApproved === false ? 'pending' : 'approved',
      },
      [],
    );
  });
  return app;
}
