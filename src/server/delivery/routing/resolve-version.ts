import type { PlayableApp } from '../../features/apps/store.ts';
import { mayPreview } from '../access/admit.ts';
import type { Manifest } from '../bytes/manifest-cache.ts';
import type { ContentRequest, DeliveryContext } from '../delivery-context.ts';
import { privateBase, publicBase } from './content-address.ts';
import { isOpenedByPerson, queryWithVersion, type VersionHints, versionHints } from './version-resolution.ts';

/** The version that a request belongs to. */
export interface ResolvedVersion {
  manifest: Manifest;
  /** The query with which a document must be opened, so that its requests name its version; null if it is complete. */
  documentQuery: string | null;
  /** The query with which a worker, module or stylesheet must be loaded, for the same reason; null if a cookie suffices. */
  scriptQuery: string | null;
}

/** @returns null if the version does not exist any more: a page never gets files of another version */
export async function resolveVersion(
  delivery: DeliveryContext,
  content: ContentRequest,
): Promise<ResolvedVersion | null> {
  const { request, address, target, app } = content;
  if (address.versionId !== null) return resolved(await findOpen(delivery, content, address.versionId));
  const hints = versionHints(target.search, request.headers, delivery.cookies.version);
  const own = hints.own === null ? null : await findOpen(delivery, content, hints.own);
  const updated = own && (await findUpdatedForTab(delivery, app, hints));
  if (own && updated === null) return resolved(own);
  const page = hints.page === null ? null : await findOpen(delivery, content, hints.page);
  if (hints.isNavigation) {
    const manifest = page ?? (await findActive(delivery, updated ?? app));
    return manifest && resolved(manifest, queryWithVersion(target.search, manifest.version.id));
  }
  if (hints.page !== null) {
    const passesOn =
      hints.asksForMore === 'at any time' ||
      (hints.asksForMore === 'at once' && hints.cookies[0] !== hints.page);
    const scriptQuery = passesOn ? queryWithVersion(target.search, hints.page) : null;
    return page && { manifest: page, documentQuery: null, scriptQuery };
  }
  for (const cookie of hints.cookies) {
    const manifest = await findOpen(delivery, content, cookie);
    if (manifest) return resolved(manifest);
  }
  return hints.cookies.length > 0 ? null : resolved(await findActive(delivery, app));
}

function resolved(manifest: Manifest | null, documentQuery: string | null = null): ResolvedVersion | null {
  return manifest && { manifest, documentQuery, scriptQuery: null };
}

/**
 * On Flux's own host, where the path names the version: the `base` of the active version, when a person opens an address of
 * an earlier one.
 * @returns null if the address names the active version, or pins its own
 */
export async function findActiveBase(
  delivery: DeliveryContext,
  { request, address, target, app }: ContentRequest,
): Promise<string | null> {
  if (address.versionId === null || !isOpenedByPerson(request.headers)) return null;
  if (versionHints(target.search, request.headers, delivery.cookies.version).pinned) return null;
  const updated = await findUpdated(delivery, app, address.versionId);
  if (!updated) return null;
  const versionId = updated.activeVersionId;
  return address.grant
    ? privateBase(delivery.sealers, { ...address.grant, versionId })
    : publicBase(app.id, versionId);
}

/** The version with this id, if the requester may play it. */
async function findOpen(
  delivery: DeliveryContext,
  content: ContentRequest,
  versionId: string,
): Promise<Manifest | null> {
  const { app } = content;
  const manifest = await delivery.manifestCache.manifest(versionId);
  if (manifest?.version.appId !== app.id) return null;
  const isOpen = versionId === app.activeVersionId || manifest.version.approval === 'approved';
  return isOpen || (await mayPreview(delivery, content)) ? manifest : null;
}

/**
 * The current application when a tab opens the address of an earlier version: after a reload, from a bookmark or a copied
 * link. A page that opens an address in its own version keeps that version.
 */
async function findUpdatedForTab(
  delivery: DeliveryContext,
  app: PlayableApp,
  { own, page, pinned, isNavigation }: VersionHints,
): Promise<PlayableApp | null> {
  if (!isNavigation || pinned || own === page) return null;
  return findUpdated(delivery, app, own);
}

/** @returns the current application if another version than this one is active, otherwise null */
async function findUpdated(
  delivery: DeliveryContext,
  app: PlayableApp,
  versionId: string | null,
): Promise<PlayableApp | null> {
  if (versionId === app.activeVersionId) return null;
  // This process may not know a version that was just published: two processes would redirect to each other for ever.
  const fresh = await delivery.manifestCache.freshApp(app.id);
  return fresh?.activeVersionId === versionId ? null : fresh;
}

async function findActive(delivery: DeliveryContext, app: PlayableApp): Promise<Manifest | null> {
  const manifest = await delivery.manifestCache.manifest(app.activeVersionId);
  if (manifest) return manifest;
  // It was just rolled back and deleted, and the announcement has not arrived yet.
  const fresh = await delivery.manifestCache.freshApp(app.id);
  return fresh && delivery.manifestCache.manifest(fresh.activeVersionId);
}
