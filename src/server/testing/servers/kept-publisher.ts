import { makeZip } from '#fixtures/zip.ts';
import type { Publisher } from '../../features/publishing/versions/publisher.ts';
import { findVersion, loadManifest } from '../../features/publishing/versions/read.ts';
import type { Person } from '../people/people.ts';
import { publishApp } from '../people/publish.ts';
import type { TestServer } from './server.ts';

/** Publishes a build whose bytes are already stored, so that commits run at full speed. */
export async function createKeptPublisher(server: TestServer, person: Person): Promise<Publisher> {
  const bytes = makeZip([{ name: 'index.html', data: '<!doctype html>' }]);
  const { id } = await publishApp(person, {
    body: { name: 'Kept' },
    files: { build: { name: 'a.zip', bytes } },
  });
  const { rows } = await server.context.pool.query('select active_version_id as id from apps where id = $1', [
    id,
  ]);
  const kept = await findVersion(server.context, rows[0].id);
  if (!kept) throw new Error('the app has a version');
  const { report, fileName, fileSize } = kept;
  const files = await loadManifest(server.context, kept.id);
  const originalSha256 = kept.originalSha256?.toString('hex') ?? '';
  return {
    publish: (_viewer, _given, { commit }) =>
      commit({ report, fileName, fileSize, originalSha256, files, packedFiles: [] }, null),
  };
}
