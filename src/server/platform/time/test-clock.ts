import { type Kysely, sql } from 'kysely';
import { announce, type Changes } from '../db/changes.ts';
import type { SettableClock } from './clock.ts';

const kind = 'test-clock';

/**
 * A running clock that can be moved forward, for tests of a running server. The offset is in the database, so that it
 * survives restarts and all servers share it.
 */
export class TestClock<Tables = unknown> implements SettableClock {
  readonly #db: Kysely<Tables>;
  #offset = 0;

  private constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  static async open<Tables>(db: Kysely<Tables>, changes: Changes): Promise<TestClock<Tables>> {
    const clock = new TestClock(db);
    const hear = () => void clock.#read().catch(() => {});
    changes.subscribe({ onChange: (change) => change.kind === kind && hear(), onGap: hear });
    await clock.#read();
    return clock;
  }

  now(): Date {
    return new Date(Date.now() + this.#offset);
  }

  /** Never back: its effects cannot be undone. */
  async moveTo(moment: Date): Promise<void> {
    const offset = moment.getTime() - Date.now();
    await this.#db.transaction().execute(async (trx) => {
      await sql`insert into test_clock (offset_milliseconds) values (${offset}) on conflict (singleton)
        do update set offset_milliseconds = greatest(test_clock.offset_milliseconds, excluded.offset_milliseconds)`.execute(
        trx,
      );
      await announce(trx, { kind, id: kind });
    });
    await this.#read();
  }

  async #read(): Promise<void> {
    const { rows } = await sql<{ offset: string }>`
      select offset_milliseconds as offset from test_clock`.execute(this.#db);
    this.#offset = Math.max(this.#offset, Number(rows[0]?.offset ?? 0));
  }
}
