import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { ByteLru } from '#server/platform/byte-lru.ts';
import type { Role } from '#shared/accounts/accounts.ts';
import type { OrganizationRole } from '#shared/orgs/orgs.ts';
import { isActive } from '../../features/accounts/session-store.ts';
import type { Viewer } from '../../features/accounts/viewer.ts';
import { canLookInside, canPlay, canSee, canUpdate } from '../../features/apps/can.ts';
import type { PlayableApp, SeenApp } from '../../features/apps/store.ts';
import { trustMilliseconds } from '../bytes/manifest-cache.ts';
import { shareKeyHash, type Way } from './tickets.ts';

interface Requester {
  id: string;
  role: Role;
  /** In the organization of the app. */
  organizationRole: OrganizationRole | null;
}

/** In each organization that was asked for; of an app without one in ''. */
type KnownSession = Map<string, Promise<KnownRequester>>;

interface KnownRequester {
  requester: Requester | null;
  loadedAt: number;
}

type SessionWay = Way & { by: 'session' };

const cacheBytes = 4_194_304;
const entryBytes = 400;

/** What somebody comes for: what is offline cannot be played, and is downloaded all the same. */
type Purpose = 'play' | 'download';
const may = { play: canPlay, download: canSee };

/** The way in that this viewer and this key have to a private app, or null. */
export function findWay(
  viewer: Viewer | null,
  app: SeenApp,
  shareKey: string | undefined,
  purpose: Purpose = 'play',
): Way | null {
  if (!may[purpose](viewer, app, { shareKey })) return null;
  if (viewer !== null && may[purpose](viewer, app))
    return { by: 'session', userId: viewer.id, sessionId: viewer.sessionId };
  return { by: 'key', keyHash: shareKeyHash(shareKey ?? '') };
}

/** Says whether a way in is still open: the key not renewed, the session not ended, the right not taken away. */
export class AccessCache {
  readonly #context: Context;
  /** By session id. */
  readonly #sessions = new ByteLru<KnownSession>(cacheBytes);

  constructor(context: Context) {
    this.#context = context;
    const forgetAll = () => this.#sessions.clear();
    context.changes.subscribe({
      // Who is in an organization changes rarely, and whoever plays is soon known again.
      onChange: ({ kind, id }) => {
        if (kind === 'membership') forgetAll();
        if (kind === 'session-end') this.#sessions.delete(id);
      },
      onGap: forgetAll,
    });
  }

  /** At most `trustMilliseconds` out of date, and commonly as long as an announcement takes. */
  async isOpen(app: PlayableApp, way: Way, purpose: Purpose = 'play'): Promise<boolean> {
    if (app.isPublic) return true;
    if (way.by === 'key') {
      if (app.shareKey === null) return false;
      const [given, current] = [Buffer.from(way.keyHash), Buffer.from(shareKeyHash(app.shareKey))];
      return given.length === current.length && timingSafeEqual(given, current);
    }
    const requester = await this.#requester(app, way);
    return (
      requester !== null && may[purpose](requester, { ...app, organizationRole: requester.organizationRole })
    );
  }

  /** Whether versions that nobody has approved are open, too. No key opens them. */
  async mayPreview(app: PlayableApp, way: Way): Promise<boolean> {
    return this.#asks(app, way, canUpdate);
  }

  /** Whether those are to be downloaded, which may be so where they cannot be played. */
  async mayLookInside(app: PlayableApp, way: Way): Promise<boolean> {
    return this.#asks(app, way, canLookInside);
  }

  async #asks(app: PlayableApp, way: Way, question: typeof canUpdate): Promise<boolean> {
    const requester = way.by === 'session' ? await this.#requester(app, way) : null;
    return (
      requester !== null && question(requester, { ...app, organizationRole: requester.organizationRole })
    );
  }

  async #requester({ organizationId }: PlayableApp, way: SessionWay): Promise<Requester | null> {
    const now = this.#context.clock.now().getTime();
    const organization = organizationId ?? '';
    const session = this.#sessions.get(way.sessionId) ?? new Map();
    const cached = this.#context.changes.listening ? await session.get(organization) : undefined;
    if (cached && now - cached.loadedAt < trustMilliseconds) return cached.requester;
    const loading = this.#load(organizationId, way, now);
    session.set(organization, loading);
    this.#sessions.set(way.sessionId, session, entryBytes * session.size);
    loading.catch(() => this.#sessions.delete(way.sessionId));
    return (await loading).requester;
  }

  async #load(organizationId: string | null, way: SessionWay, now: number): Promise<KnownRequester> {
    const row = await this.#context.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .leftJoin('organization_members as inside', (join) =>
        join.onRef('inside.user_id', '=', 'users.id').on('inside.organization_id', '=', organizationId),
      )
      .leftJoin('organizations', 'organizations.id', 'inside.organization_id')
      .select([
        'users.id',
        'users.role',
        sql<OrganizationRole | null>`
          case when organizations.suspended_since is not null then null
            when organizations.owner_id = users.id then 'owner' else inside.role end`.as('organizationRole'),
      ])
      .where('sessions.id', '=', way.sessionId)
      .where('users.id', '=', way.userId)
      .where(isActive(new Date(now)))
      .where('users.disabled_at', 'is', null)
      .executeTakeFirst();
    return { requester: row ?? null, loadedAt: now };
  }
}
