import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Config, isolationOf } from '#server/config/config.ts';
import type { PlayableApp } from '#server/features/apps/store.ts';
import { ByteLru } from '#server/platform/byte-lru.ts';
import { isIsolated } from '#shared/play/isolation.ts';
import type { ContentEncoding } from '#shared/versions/versions.ts';
import type { Manifest } from '../../bytes/manifest-cache.ts';
import { asksForFramed, type Target } from '../../routing/target.ts';
import { makePage, type PageFacts } from './page.ts';
import { type PlayerFiles, playerFolder, readPlayerFiles } from './player-files.ts';
import { unityPage } from './stage.ts';
import { type Treatment, treatmentOf } from './treatment.ts';

const cacheBytes = 16_777_216;
const brotliQuality = 9;
const compressWithGzip = promisify(gzip);
const compressWithBrotli = promisify(brotliCompress);

/** A page that Flux made, with its encoded forms. */
export interface MadePage {
  /** Hexadecimal. */
  sha256: string;
  forms: readonly MadeForm[];
  /** Whether it starts the game itself, so that the game's files may be preloaded with it. */
  startsGame: boolean;
  /** Whether there is a game on it, its own or in a frame. */
  showsGame: boolean;
  /** Whether that is the creator's own page in a frame. */
  framesPage: boolean;
}

export interface MadeForm {
  encoding: ContentEncoding;
  size: number;
  /** sha256 of the encoded bytes, hexadecimal. */
  storedSha256: string;
  bytes: Buffer;
}

/** The pages around games. They follow the app's theme and name at once, whatever version they show. */
export class ThemePages {
  readonly #pages = new ByteLru<Promise<MadePage>>(cacheBytes);
  /** What all of them say of this Flux. */
  readonly #here: Pick<PageFacts, 'fluxOrigin' | 'isolation'>;
  #files: Promise<PlayerFiles> | null = null;

  constructor(config: Pick<Config, 'publicUrl' | 'contentOrigin'>) {
    this.#here = { fluxOrigin: new URL(config.publicUrl).origin, isolation: isolationOf(config) };
  }

  /** The page that stands at this address in place of a file of the build; null where none does. */
  find(app: PlayableApp, { version, files }: Manifest, target: Target): Promise<MadePage> | null {
    const { report } = version;
    const treatment = treatmentOf(app.theme, report);
    if (treatment.kind === 'own' || !standsAt(target, treatment, report.entry)) return null;
    const { look } = treatment;
    const settings = [app.threadIsolation, app.deviceAccess];
    const key = JSON.stringify([version.id, look, app.name, app.description, settings]);
    const known = this.#pages.get(key);
    if (known) return known;
    const content = contentOf(treatment, { version, files, app });
    const making = this.#make({
      look,
      name: app.name,
      description: app.description,
      content,
      ...this.#here,
    });
    this.#pages.set(key, making, 0);
    making.then(
      (page) => this.#pages.set(key, making, sizeOf(page)),
      () => this.#pages.delete(key),
    );
    return making;
  }

  async #make(facts: PageFacts): Promise<MadePage> {
    this.#files ??= readPlayerFiles(playerFolder);
    const files = await this.#files.catch((error: unknown) => {
      this.#files = null;
      throw error;
    });
    const bytes = Buffer.from(makePage(facts, files));
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } };
    const stage = facts.content.kind === 'game' ? facts.content.page.stage.kind : null;
    return {
      sha256: sha256(bytes),
      forms: [
        form('identity', bytes),
        form('gzip', await compressWithGzip(bytes)),
        form('br', await compressWithBrotli(bytes, quality)),
      ],
      startsGame: stage !== null && stage !== 'frame',
      showsGame: stage !== null,
      framesPage: stage === 'frame',
    };
  }
}

/**
 * A page that replaces the creator's stands at both of its addresses. One that frames it stands at the root
 * alone, and lets through the frame's own request for it.
 */
function standsAt(target: Target, treatment: Treatment, entry: string): boolean {
  const { path } = target;
  if (treatment.kind !== 'framed') return path === '' || path === entry;
  return path === '' && !asksForFramed(target);
}

interface Shown extends Pick<Manifest, 'version' | 'files'> {
  app: Pick<PlayableApp, 'threadIsolation' | 'deviceAccess'>;
}

function contentOf(treatment: Treatment, { version, files, app }: Shown): PageFacts['content'] {
  const { id: versionId, report } = version;
  if (treatment.kind === 'notice') {
    const notes = report.warnings.filter((warning) => warning.code === 'not_playable');
    return { kind: 'notice', sentences: notes.map((warning) => warning.message) };
  }
  if (treatment.kind === 'replaced') {
    const threads = isIsolated(app.threadIsolation, report.threads);
    return { kind: 'game', page: unityPage({ report, files, threads }) };
  }
  const needs = { webAssembly: false, webGl: false, threads: false };
  const pageSize = report.pageSize ?? null;
  const stage = { kind: 'frame', versionId, pageSize, devices: app.deviceAccess } as const;
  return { kind: 'game', page: { stage, needs, parts: [] } };
}

function form(encoding: ContentEncoding, bytes: Buffer): MadeForm {
  return { encoding, bytes, size: bytes.length, storedSha256: sha256(bytes) };
}

function sizeOf(page: MadePage): number {
  return page.forms.reduce((sum, { size }) => sum + size, 0);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
