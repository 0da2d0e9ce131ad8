import { timingSafeEqual } from 'node:crypto';
import type { Role } from '#shared/accounts.ts';
import type { Context } from '../../../context.ts';
import { living } from '../../accounts/session-store.ts';
import type { Viewer } from '../../accounts/viewer.ts';
import { canPlay } from '../../apps/can.ts';
import type { PlayableApp } from '../../apps/store.ts';
import { ByteLru } from '../bytes/byte-lru.ts';
import { trustMilliseconds } from '../library.ts';
import { shareKeyHash, type Way } from './tickets.ts';

type Asker = { id: string; role: Role };

interface KnownAsker {
  asker: Asker | null;
  loadedAt: number;
}

const cacheBytes = 4_194_304;
const entryBytes = 400;

/** The way in that this viewer and this key have to a private app, or null. */
export function findWay(viewer: Viewer | null, app: PlayableApp, shareKey: string | undefined): Way | null {
  if (!canPlay(viewer, app, { shareKey })) return null;
  if (viewer !== null && canPlay(viewer, app))
    return { by: 'session', userId: viewer.id, sessionId: viewer.sessionId };
  return { by: 'key', keyHash: shareKeyHash(shareKey ?? '') };
}

/** Says whether a way in is still open: the key not renewed, the session not ended, the right not taken away. */
export class Doorman {
  readonly #context: Context;
  readonly #askers = new ByteLru<Promise<KnownAsker>>(cacheBytes);

  constructor(context: Context) {
    this.#context = context;
  }

  /** At most `trustMilliseconds` out of date. */
  async isOpen(app: PlayableApp, way: Way): Promise<boolean> {
    if (app.isPublic) return true;
    if (way.by === 'key') {
      if (app.shareKey === null) return false;
      const [given, current] = [Buffer.from(way.keyHash), Buffer.from(shareKeyHash(app.shareKey))];
      return given.length === current.length && timingSafeEqual(given, current);
    }
    const asker = await this.#asker(way);
    return asker !== null && canPlay(asker, app);
  }

  async #asker(way: Way & { by: 'session' }): Promise<Asker | null> {
    const now = this.#context.clock.now().getTime();
    const cached = await this.#askers.get(way.sessionId);
    if (cached && now - cached.loadedAt < trustMilliseconds) return cached.asker;
    const loading = this.#load(way, now);
    this.#askers.set(way.sessionId, loading, entryBytes);
    loading.catch(() => this.#askers.delete(way.sessionId));
    return (await loading).asker;
  }

  async #load(way: Way & { by: 'session' }, now: number): Promise<KnownAsker> {
    const row = await this.#context.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.id', 'users.role'])
      .where('sessions.id', '=', way.sessionId)
      .where('users.id', '=', way.userId)
      .where(living(new Date(now)))
      .executeTakeFirst();
    return { asker: row ?? null, loadedAt: now };
  }
}
