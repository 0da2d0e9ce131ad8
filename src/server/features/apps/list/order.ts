import { type RawBuilder, sql } from 'kysely';
import type { Sort } from '#shared/apps/app-list.ts';
import type { AppCard } from '../store.ts';
import type { Cursor } from './cursor.ts';

type Direction = 'asc' | 'desc';

/** The sort column, then the id. Both have the same direction, so that one index serves an order and its reverse. */
export interface Order {
  /** A column of `apps`; indexes have it before the id. */
  column: RawBuilder<unknown>;
  direction: Direction;
  /** The columns of a query in this order: `sorted_by`, and the input of `at`. */
  columns: RawBuilder<unknown>;
  /** The cursor value of such a row. */
  at: RawBuilder<string>;
  /** The same value from a card. */
  atOf(app: AppCard): string;
  /** The column's value from a cursor. */
  valueAt(at: string): RawBuilder<unknown>;
}

const byTime = (direction: Direction): Order => ({
  column: sql`apps.created_at`,
  direction,
  columns: sql`apps.created_at as sorted_by`,
  // PostgreSQL stores microseconds, JavaScript milliseconds.
  at: sql`((extract(epoch from sorted_by) * 1000000)::bigint)::text`,
  atOf: ({ createdMicros }) => String(createdMicros),
  valueAt: (at) => sql`(timestamptz 'epoch' + ${Number(at)}::float8 * interval '1 microsecond')`,
});

/** By folded name: without case and accents. Folded names may be long, so a cursor contains the name itself. */
const byName = (direction: Direction): Order => ({
  column: sql`apps.folded_name collate "C"`,
  direction,
  columns: sql`apps.folded_name collate "C" as sorted_by, apps.name`,
  at: sql`name`,
  atOf: ({ name }) => name,
  valueAt: (at) => sql`(' ' || flux_fold(${at})) collate "C"`,
});

export const orders: Record<Sort, Order> = {
  newest: byTime('desc'),
  oldest: byTime('asc'),
  name: byName('asc'),
  'name-desc': byName('desc'),
};

/** To sort rows by a column and their id. */
export function inOrder({ direction }: Order, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return direction === 'asc' ? sql`${column}, id` : sql`${column} desc, id desc`;
}

/** Whether a row follows a position. */
export function isBeyond(
  order: Order,
  column: RawBuilder<unknown>,
  position: Cursor | null,
): RawBuilder<boolean> {
  if (position === null) return sql`true`;
  const beyond = order.direction === 'asc' ? sql`>` : sql`<`;
  return sql`(${column}, id) ${beyond} (${order.valueAt(position.at)}, ${position.id})`;
}
