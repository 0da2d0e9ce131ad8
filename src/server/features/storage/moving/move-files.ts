import type { Context } from '#server/context.ts';
import { BlobStoreError } from '#server/platform/blobs/blob-store.ts';
import type { StorageLocation } from '#server/platform/blobs/blob-stores.ts';
import { type SessionLock, SessionLocks } from '#server/platform/db/session-locks.ts';
import { NoDiskSpaceError } from '#server/platform/files/disk-space-guard.ts';
import { inParallel } from '#server/platform/processes/parallel.ts';
import { FluxError } from '#shared/contract/errors.ts';
import { findConfig } from '../configs/store.ts';
import { addressOf } from '../connections/address.ts';
import { claim } from '../connections/mark.ts';
import { LocationChangedError, requireSameLocation } from '../connections/same-location.ts';
import { problemSentence } from '../connections/words.ts';
import { type EncodingRow, touchBlob } from '../store.ts';
import { CopyError, copyFile } from './copy-file.ts';
import {
  type Amount,
  addProgress,
  type Cursor,
  countDamaged,
  filesToMove,
  insertDamaged,
  isStoredAt,
  listFilesIn,
  listSources,
  replace,
  setState,
} from './store.ts';

type Services = Pick<Context, 'db' | 'pool' | 'log' | 'clock' | 'stores' | 'diskSpace'>;

const batchFiles = 32;
const parallelCopies = 4;
/** A job ends after this time and another continues, so that it is not considered stuck. */
const usualShiftMs = 30 * 60_000;
/** What came wrong may have been hurt on its way. */
const tries = 3;

/** `over`: done, failed, stopped, or another server is at it. `again`: there is more to do. */
export type Outcome = 'over' | 'again' | 'waiting';

/**
 * Moves all files to one storage, including those added meanwhile. Each file is copied before its row is changed, so
 * every file is where its row says at any time, and the next run resumes. One server moves files at a time.
 *
 * An unreachable target, or missing disk space, makes the move wait for a retry; an unreachable source waits until
 * all others are moved. Missing and damaged files are skipped and reported at the end.
 */
export async function moveFiles(
  context: Services,
  targetId: string,
  signal: AbortSignal,
  { shiftMs = usualShiftMs } = {},
): Promise<Outcome> {
  const locks = new SessionLocks(context.pool, (error) =>
    context.log.warn({ err: error }, 'the lock of a move was lost'),
  );
  const lock = await locks.tryLock('storage.move');
  if (!lock) return 'over';
  try {
    return await new Move(context, targetId, lock, signal, shiftMs).run();
  } finally {
    await lock.release();
  }
}

class Move {
  readonly #context: Services;
  readonly #targetId: string;
  readonly #lock: SessionLock;
  readonly #signal: AbortSignal;
  readonly #endsAt: number;
  /** Why places were left out, by their ids. */
  readonly #unavailable = new Map<string, CopyError>();

  constructor(context: Services, targetId: string, lock: SessionLock, signal: AbortSignal, shiftMs: number) {
    this.#context = context;
    this.#targetId = targetId;
    this.#lock = lock;
    this.#signal = signal;
    this.#endsAt = performance.now() + shiftMs;
  }

  async run(): Promise<Outcome> {
    try {
      const target = await this.#openTarget();
      if (!(await this.#become('running', null))) return 'over';
      for (;;) {
        const result = await this.#walk(target);
        if (result === 'stopped') return 'over';
        if (result === 'late') return 'again';
        if (result === 'nothing') break;
      }
    } catch (error) {
      if (error instanceof LocationChangedError) return 'again';
      if (!(error instanceof CopyError)) throw error;
      return this.#wait(error);
    }
    const [away] = this.#unavailable.values();
    if (away) return this.#wait(away);
    const count = await countDamaged(this.#context.db, this.#targetId);
    await (count === 0 ? this.#become('done', null) : this.#become('failed', damageSentence(count)));
    return 'over';
  }

  async #wait(error: CopyError): Promise<Outcome> {
    // The log already has the missing disk space.
    if (!(error.cause instanceof NoDiskSpaceError))
      this.#context.log.warn({ err: error }, 'files cannot be moved for now');
    await this.#become('waiting', await this.#sentenceOf(error));
    return 'waiting';
  }

  /** Walks all other stores once, at least one batch. `nothing`: there was nothing to move. */
  async #walk(target: StorageLocation): Promise<'moved' | 'nothing' | 'late' | 'stopped'> {
    let moved = false;
    for (const sourceId of await listSources(this.#context.db, this.#targetId)) {
      for (let after: Cursor | null = null; !this.#unavailable.has(sourceId); ) {
        const files: EncodingRow[] = await listFilesIn(
          this.#context.db,
          this.#targetId,
          sourceId,
          after,
          batchFiles,
        );
        const last = files.at(-1);
        if (!last) break;
        after = last;
        const arrived: Amount = { files: 0, bytes: 0 };
        let goesOn = true;
        try {
          await this.#moveBatch(files, target, arrived);
        } finally {
          moved ||= arrived.files > 0;
          goesOn = await this.#addProgress(arrived);
        }
        if (!goesOn) return 'stopped';
        if (performance.now() > this.#endsAt) return 'late';
      }
    }
    return moved ? 'moved' : 'nothing';
  }

  /** Moves the files of one store. If it is unavailable, the others continue. */
  async #moveBatch(files: readonly EncodingRow[], target: StorageLocation, arrived: Amount): Promise<void> {
    try {
      await inParallel(files, parallelCopies, (file) => this.#moveFile(file, target, arrived));
    } catch (error) {
      if (!(error instanceof CopyError) || error.storageId === this.#targetId) throw error;
      this.#unavailable.set(error.storageId, error);
    }
  }

  async #moveFile(file: EncodingRow, target: StorageLocation, arrived: Amount): Promise<void> {
    this.#signal.throwIfAborted();
    if (this.#lock.lost) throw new Error('The lock of the move was lost.');
    const { db, clock } = this.#context;
    // Protects the new file from the sweep.
    await touchBlob(db, file.sha256, clock.now());
    if (!(await this.#copy(file, target))) return;
    const replaced = await db.transaction().execute(async (trx) => {
      await requireSameLocation(trx, target);
      return replace(trx, file, this.#targetId, clock.now());
    });
    if (!replaced) return;
    arrived.files += 1;
    arrived.bytes += file.size;
  }

  /** @returns whether it was moved; damaged files are recorded, deleted ones are ignored */
  async #copy(file: EncodingRow, target: StorageLocation): Promise<boolean> {
    const form = {
      storageId: file.storage_id,
      key: file.key,
      size: file.size,
      storedSha256: file.stored_sha256.toString('hex'),
    };
    for (let tried = 1; ; tried += 1) {
      try {
        const source = () => this.#context.stores.of(file.storage_id);
        await copyFile(this.#context, form, source, target);
        return true;
      } catch (error) {
        if (!(error instanceof CopyError) || !error.isDamage) throw error;
        if (!(await isStoredAt(this.#context.db, file))) return false;
        if (tried < tries) continue;
        this.#context.log.error({ err: error, blob: file.key }, 'a file cannot be moved');
        await insertDamaged(this.#context.db, this.#targetId, file);
        return false;
      }
    }
  }

  async #openTarget(): Promise<StorageLocation> {
    const storageId = this.#targetId;
    try {
      const store = await this.#context.stores.of(storageId);
      // Tested earlier, but the bucket may have another owner now.
      await claim(store, storageId);
      return { storageId, store };
    } catch (error) {
      throw new CopyError(this.#targetId, error);
    }
  }

  #become(state: 'running' | 'waiting' | 'done' | 'failed', problem: string | null): Promise<boolean> {
    return setState(this.#context.db, this.#targetId, { state, problem }, this.#context.clock.now());
  }

  /** @returns false if it was stopped */
  async #addProgress(arrived: Amount): Promise<boolean> {
    const { db, clock } = this.#context;
    return addProgress(db, this.#targetId, arrived, await filesToMove(db, this.#targetId), clock.now());
  }

  async #sentenceOf({ storageId, cause }: CopyError): Promise<string> {
    const row = await findConfig(this.#context.db, storageId);
    if (!row) return 'A storage configuration is not there any more.';
    const isUnopened =
      cause instanceof FluxError &&
      !(cause instanceof BlobStoreError) &&
      cause.code === 'storage_unavailable';
    return `${row.name}: ${problemSentence((isUnopened && cause.cause) || cause, addressOf(row))}`;
  }
}

function damageSentence(count: number): string {
  const files = count === 1 ? '1 file is' : `${count} files are`;
  return `${files} missing or damaged where they should be, and stay named there. The log of the server has their names.`;
}
