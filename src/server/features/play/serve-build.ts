import { admit } from './access/admit.ts';
import { contentTypeIn, type ServedFile } from './address.ts';
import { boundVersions } from './bind.ts';
import { deliver } from './deliver.ts';
import { type Desk, refuse, type Visit } from './desk.ts';
import { type Headers, isDocument, noticeHeaders } from './headers.ts';
import type { Manifest } from './library.ts';
import { encodePath } from './target.ts';

/** Answers a path of the build itself. */
export async function serveBuild(desk: Desk, visit: Visit): Promise<void> {
  const { request, response, target, app } = visit;
  const admission = await admit(desk, visit);
  const manifest = admission && (await findManifest(desk, visit));
  if (!admission || !manifest) return refuse(desk, response, 404);
  const found = findFile(manifest, target.path);
  if (found === null) return refuse(desk, response, 404);
  if ('movedTo' in found) {
    const query = target.search === '' ? '' : `?${target.search}`;
    response.writeHead(302, {
      ...noticeHeaders(desk.context.config.publicUrl),
      Location: `/${encodePath(found.movedTo)}${query}`,
      'Content-Length': 0,
    });
    response.end();
    return;
  }
  const { file } = found;
  await deliver(desk, {
    request,
    response,
    file,
    address: 'stable',
    isPublic: app.isPublic,
    threads: manifest.version.report.threads,
    extra: isDocument(contentTypeIn(file, 'identity'))
      ? documentExtra(desk, manifest, file, admission.renewal)
      : null,
  });
}

/** The version that the request is bound to, where it is one of this app; else the active one. */
async function findManifest(desk: Desk, { request, target, app }: Visit): Promise<Manifest | null> {
  for (const versionId of boundVersions(target.search, request.headers, desk.cookies.version)) {
    const manifest = await desk.library.manifest(versionId);
    if (manifest?.version.appId === app.id) return manifest;
  }
  return desk.library.manifest(app.activeVersionId);
}

/** The file at a path, by exact look-up alone; a folder leads to its page. */
function findFile(
  { files, version }: Pick<Manifest, 'files' | 'version'>,
  path: string,
): { file: ServedFile } | { movedTo: string } | null {
  const exact = files.get(path);
  if (exact) return { file: exact };
  if (path === '') {
    const { entry } = version.report;
    const file = files.get(entry);
    if (!file) return null;
    return entry.includes('/') ? { movedTo: entry } : { file };
  }
  if (path.endsWith('/')) {
    const file = files.get(`${path}index.html`);
    return file ? { file } : null;
  }
  return files.has(`${path}/index.html`) ? { movedTo: `${path}/` } : null;
}

function documentExtra(desk: Desk, manifest: Manifest, file: ServedFile, renewal: string | null): Headers {
  const { version } = manifest;
  const setCookie = [desk.cookies.serialize(desk.cookies.version, version.id)];
  if (renewal !== null) setCookie.push(renewal);
  const isEntry = file.path === version.report.entry;
  return {
    'Set-Cookie': setCookie,
    ...(isEntry && manifest.preloads !== null ? { Link: manifest.preloads } : {}),
  };
}
