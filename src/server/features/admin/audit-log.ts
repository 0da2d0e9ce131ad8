import * as z from 'zod/mini';
import type { AuditEntry } from '#shared/admin/admin.ts';
import type { Page } from '#shared/contract/contract.ts';
import type { Context } from '../../context.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../platform/db/cursor.ts';
import { type AuditFilters, type EntryRow, listEntries, listNames } from '../audit/store.ts';

const cursorSchema = z.tuple([z.int(), z.int()]);

/**
 * Newest first.
 * @throws FluxError `invalid_input` for a cursor
 */
export async function listAuditLog(
  { db }: Context,
  { cursor, limit, ...filters }: AuditFilters & { cursor?: string | undefined; limit: number },
): Promise<Page<AuditEntry>> {
  const position = cursor === undefined ? null : decodeCursor(cursorSchema, cursor);
  const after = position && { atMicros: position[0], sequence: position[1] };
  const rows = await listEntries(db, filters, after, limit + 1);
  const page = pageOf(rows, limit, ({ atMicros, sequence }) =>
    encodeCursor([Number(atMicros), Number(sequence)]),
  );
  const ids = new Set(page.items.flatMap(idsIn));
  const names = new Map((await listNames(db, [...ids])).map(({ id, name }) => [id, name]));
  return { ...page, items: page.items.map((row) => presentEntry(row, names)) };
}

const idFact = /^(user|owner|organization)Id$/;

/** Fields of an entry that contain user ids. */
function idsIn({ before, after }: EntryRow): string[] {
  return [before, after].flatMap((facts) =>
    Object.entries(facts ?? {}).flatMap(([fact, id]) =>
      idFact.test(fact) && typeof id === 'string' ? id : [],
    ),
  );
}

function presentEntry(row: EntryRow, names: ReadonlyMap<string, string>): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
    before: row.before,
    after: row.after,
    names: Object.fromEntries(
      idsIn(row).flatMap((id) => {
        const name = names.get(id);
        return name === undefined ? [] : [[id, name]];
      }),
    ),
    reason: row.reason,
  };
}
