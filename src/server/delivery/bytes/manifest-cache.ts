import type { ExpressionBuilder } from 'kysely';
import type { FileRole } from '#shared/versions/versions.ts';
import type { Context } from '../../context.ts';
import type { Tables } from '../../db/schema.ts';
import { findAppForPlay, type PlayableApp } from '../../features/apps/store.ts';
import { contentName, isMovableRole } from '../../features/publishing/versions/content-name.ts';
import { findVersion, loadManifest, type StoredVersion } from '../../features/publishing/versions/read.ts';
import { isDatabaseUnavailable } from '../../platform/db/unreachable.ts';
import type { ServedFile } from '../routing/address.ts';
import { LoadingLru } from './loading-lru.ts';
import { ManifestLru } from './manifest-lru.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { type Preload, preloadsOf } from './preloads.ts';

/** Announcements keep copies fresh; this bounds how long one that went missing can matter. */
export const trustMilliseconds = 5_000;
const appsCacheBytes = 16_777_216;
const manifestsCacheBytes = 67_108_864;
/** How long apps are served from memory while the database is away, and how often it is asked meanwhile. */
const outageMilliseconds = 120_000;
const askAgainMilliseconds = 500;
/** Roughly what one entry takes in memory, without its strings. */
const entryBytes = 400;
const maxOlderFiles = 2_000;
/**
 * What an immutable address names, as `{sha256}/{name}`, which is a path of a build at its longest; nothing else is looked for,
 * nor remembered.
 */
const contentNames = /^[0-9a-f]{64}\/.{1,1024}$/s;
/** At most of one of them, with what was found. */
const olderBytes = entryBytes + 2 * 1_024;

/** A published version as it is served. Only its approval ever changes, which its app announces. */
export interface Manifest {
  version: StoredVersion;
  files: ReadonlyMap<string, ServedFile>;
  /** By sha256 and content name, as `{sha256}/{name}`. */
  byContent: ReadonlyMap<string, Content>;
  /** What its document makes the browser load ahead. */
  preloads: readonly Preload[];
}

/** A large file that an immutable address names. */
export interface Content {
  file: ServedFile;
  /** Whether its version needs SharedArrayBuffer. */
  threads: boolean;
  /** Whether it is in no version but those that nobody has approved, none of them the active one. */
  unapproved: boolean;
}

interface KnownApp {
  app: PlayableApp | null;
  loadedAt: number;
  /** Until when it is served all the same after the database could not be asked. */
  servedUntil?: number;
  /** Content of other versions than the active one that was asked for. */
  older: Map<string, Content | null>;
}

/** Apps and versions as delivery sees them, kept in memory: a request that hits needs no database. */
export class ManifestCache {
  readonly #context: Context;
  readonly #apps = new LoadingLru<KnownApp>(appsCacheBytes);
  readonly #manifests = new ManifestLru<Manifest | Promise<Manifest | null>>(manifestsCacheBytes);
  /** Counts what was dropped, so that what was being read meanwhile is not kept. */
  #drops = 0;

  constructor(context: Context) {
    this.#context = context;
    context.changes.subscribe({
      onChange: ({ kind, id }) => {
        if (kind === 'app') this.#drop(id);
      },
      onGap: () => {
        // While nothing is heard each app is read anew; what is kept serves when the database is away altogether.
        if (!context.changes.listening) return;
        this.#drops += 1;
        this.#apps.clear();
        this.#manifests.clear();
      },
    });
  }

  app(id: string): MaybePromise<PlayableApp | null> {
    const known = this.#known(id);
    return known instanceof Promise ? known.then(({ app }) => app) : known.app;
  }

  /** The app where nothing has to be looked up for it; null also where there is none. */
  knownApp(id: string): PlayableApp | null {
    const known = this.#apps.get(id);
    return known && !(known instanceof Promise) && this.#isTrusted(known) ? known.app : null;
  }

  /** The app as the database has it now, for when what is known of it leads nowhere. */
  async freshApp(id: string): Promise<PlayableApp | null> {
    this.#drop(id);
    return this.app(id);
  }

  manifest(versionId: string): MaybePromise<Manifest | null> {
    return this.#manifests.get(versionId) ?? this.#manifest(versionId);
  }

  async #manifest(versionId: string): Promise<Manifest | null> {
    const drops = this.#drops;
    const loading = this.#loadManifest(versionId);
    this.#manifests.set(versionId, loading, entryBytes, null);
    const manifest = await loading.catch((error: unknown) => {
      this.#manifests.delete(versionId);
      throw error;
    });
    // Its size is known only now. What was dropped meanwhile stays dropped, and what may have been is not kept.
    if (this.#manifests.get(versionId) === loading)
      this.#keep(versionId, drops === this.#drops ? manifest : null);
    return manifest;
  }

  /**
   * The large file of any version of this app that an immutable address names.
   * @param wanted `{sha256}/{name}`
   */
  async content(app: PlayableApp, wanted: string): Promise<Content | null> {
    if (!contentNames.test(wanted)) return null;
    const active = await this.manifest(app.activeVersionId);
    const current = active?.byContent.get(wanted);
    if (current) return current;
    const known = await this.#known(app.id);
    const { older } = known;
    const earlier = older.get(wanted);
    if (earlier !== undefined) return earlier;
    const found = await this.#findOlder(app.id, wanted);
    if (older.size >= maxOlderFiles) older.clear();
    older.set(wanted, found);
    this.#apps.weigh(app.id, known, entryBytes + older.size * olderBytes);
    return found;
  }

  #known(id: string): MaybePromise<KnownApp> {
    const orNewer = (known: KnownApp) => (this.#isTrusted(known) ? known : this.#load(id, known));
    const cached = this.#apps.get(id);
    if (!cached) return this.#load(id, null);
    return cached instanceof Promise ? cached.then(orNewer) : orNewer(cached);
  }

  /** @param kept what was known of it before, which is served on for a while where the database cannot be asked */
  #load(id: string, kept: KnownApp | null): Promise<KnownApp> {
    const loadedAt = this.#now();
    return this.#apps.load(id, entryBytes, async () => {
      try {
        return { app: await findAppForPlay(this.#context, null, id), loadedAt, older: new Map() };
      } catch (error) {
        const isKept = kept !== null && loadedAt - kept.loadedAt < outageMilliseconds;
        if (!isKept || !isDatabaseUnavailable(error)) throw error;
        return { ...kept, servedUntil: this.#now() + askAgainMilliseconds };
      }
    });
  }

  #isTrusted({ loadedAt, servedUntil }: KnownApp): boolean {
    const now = this.#now();
    if (servedUntil !== undefined) return now < servedUntil;
    return this.#context.changes.listening && now - loadedAt < trustMilliseconds;
  }

  #now(): number {
    return this.#context.clock.now().getTime();
  }

  #drop(appId: string): void {
    this.#drops += 1;
    this.#apps.delete(appId);
    // So that a deleted version stops being served.
    this.#manifests.deleteApp(appId);
  }

  #keep(versionId: string, manifest: Manifest | null): void {
    if (manifest === null) {
      // It may be about to be committed, or gone.
      this.#manifests.delete(versionId);
      return;
    }
    let bytes = entryBytes;
    for (const path of manifest.files.keys()) bytes += entryBytes + 4 * path.length;
    this.#manifests.set(versionId, manifest, bytes, manifest.version.appId);
  }

  async #loadManifest(versionId: string): Promise<Manifest | null> {
    const version = await findVersion(this.#context, versionId);
    if (!version) return null;
    const files = await loadManifest(this.#context, versionId);
    const byContent = new Map<string, Content>();
    const { threads } = version.report;
    for (const file of files) {
      const name = contentName(file);
      if (name !== null && !byContent.has(`${file.sha256}/${name}`))
        byContent.set(`${file.sha256}/${name}`, { file, threads, unapproved: false });
    }
    return {
      version,
      files: new Map(files.map((file) => [file.path, file])),
      byContent,
      preloads: preloadsOf(files, version.report),
    };
  }

  async #findOlder(appId: string, wanted: string): Promise<Content | null> {
    const [sha256, name] = [wanted.slice(0, 64), wanted.slice(65)];
    const rows = await this.#context.db
      .selectFrom('version_files')
      .innerJoin('versions', 'versions.id', 'version_files.version_id')
      .select([
        'path',
        'sha256',
        'size',
        'content_type as contentType',
        'role',
        'encodable',
        'versions.report',
        'versions.approval',
      ])
      .where('versions.app_id', '=', appId)
      .where('version_files.sha256', '=', Buffer.from(sha256, 'hex'))
      // Anybody may ask for any name, and each version may have the same content at ten thousand paths.
      .where(isMovableRole(name) ? withRole(name) : atPath(name))
      .orderBy((row) => row('versions.approval', '=', 'approved'), 'desc')
      .orderBy('versions.uploaded_at', 'desc')
      .orderBy('path')
      .limit(maxLikely)
      .execute();
    const found = rows.find((row) => contentName(row) === name);
    if (!found) return null;
    const { report, approval, ...file } = found;
    return { file: { ...file, sha256 }, threads: report.threads, unapproved: approval !== 'approved' };
  }
}

/** Nearly always the first is it; what type a path has may have been another with an older Flux. */
const maxLikely = 10;

type Condition = ExpressionBuilder<Pick<Tables, 'version_files'>, 'version_files'>;

const atPath = (path: string) => (row: Condition) =>
  row.and([row('path', '=', path), row('role', 'is', null)]);

const withRole = (role: FileRole) => (row: Condition) => row('role', '=', role);
