import * as z from 'zod/mini';
import type { Mail, MailState } from '#shared/contact/mail.ts';
import type { Page } from '#shared/contract/contract.ts';
import type { Context } from '../../context.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../platform/db/cursor.ts';
import { listMailRows, type MailRow } from './store.ts';

const cursorSchema = z.tuple([z.int(), z.string().check(z.regex(/^[a-z2-7]{26}$/))]);

/**
 * Newest first.
 * @throws FluxError `invalid_input` for a cursor
 */
export async function listMails(
  { db, mailer }: Context,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<Mail>> {
  const position = cursor === undefined ? null : decodeCursor(cursorSchema, cursor);
  const after = position && { createdMicros: position[0], id: position[1] };
  const rows = await listMailRows(db, after, limit + 1);
  const page = pageOf(rows, limit, ({ createdMicros, id }) => encodeCursor([createdMicros, id]));
  return { ...page, items: page.items.map((row) => presentMail(row, mailer !== null)) };
}

function presentMail(row: MailRow, isSent: boolean): Mail {
  const state: MailState = row.state === 'waiting' && !isSent ? 'kept' : row.state;
  return {
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    text: row.text,
    state,
    attempts: row.attempts,
    problem: row.problem === '' ? null : row.problem,
    createdAt: row.created_at.toISOString(),
    sentAt: row.state === 'sent' ? (row.settled_at?.toISOString() ?? null) : null,
  };
}
