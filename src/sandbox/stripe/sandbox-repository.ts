import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { Kind, Kinds } from './objects.ts';
import { nextDue } from './schedule.ts';
import { type EventRow, findObject, insertEvent, listObjects, lockSandbox, upsertObject } from './store.ts';
import { apiVersion, missing, newWireId } from './wire.ts';

type Kept = Kinds[Kind];

/** The objects that one call of the sandbox reads and writes, and its events. */
export class SandboxRepository {
  /** Seconds since 1970: the moment that the call, or what falls due, happens at. */
  now: number;
  readonly #trx: Transaction<Tables>;

  private constructor(trx: Transaction<Tables>, now: number) {
    this.#trx = trx;
    this.now = now;
  }

  /** Calls are serialized across all servers of the database. */
  static async open(trx: Transaction<Tables>, now: Date): Promise<SandboxRepository> {
    await lockSandbox(trx);
    return new SandboxRepository(trx, Math.floor(now.getTime() / 1000));
  }

  /** What every new object begins with. */
  make<K extends Kind>(kind: K, prefix: string) {
    return { id: newWireId(prefix), object: kind, created: this.now, livemode: false } as const;
  }

  async find<K extends Kind>(kind: K, id: string | null): Promise<Kinds[K] | undefined> {
    return id === null ? undefined : findObject(this.#trx, kind, id);
  }

  /** @throws WireError that names the object, or the field it was asked for in */
  async get<K extends Kind>(kind: K, id: string, param?: string): Promise<Kinds[K]> {
    const found = await this.find(kind, id);
    if (!found) throw missing(kind.replaceAll(/[._]/g, ' '), id, param);
    return found;
  }

  /** Newest first, like all of Stripe's lists. */
  list<K extends Kind>(kind: K, customer: string | null = null): Promise<Kinds[K][]> {
    return listObjects(this.#trx, kind, customer);
  }

  async save<K extends Kept>(object: K): Promise<K> {
    await upsertObject(this.#trx, object, nextDue(object));
    return object;
  }

  /** Adds an event with the current object. */
  async emit(type: string, object: Kept): Promise<void> {
    const at = new Date(this.now * 1000);
    const id = newWireId('evt');
    const event = {
      id,
      object: 'event',
      api_version: apiVersion,
      created: this.now,
      data: { object: asWire(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    const row: EventRow = {
      id,
      payload: JSON.stringify(event),
      attempts: 0,
      created_at: at,
      next_attempt_at: at,
    };
    await insertEvent(this.#trx, row);
  }
}

/** Without what the sandbox keeps for itself. */
export function asWire<T extends object>(object: T): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !name.startsWith('_')));
}
