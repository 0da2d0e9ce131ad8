import * as z from 'zod/mini';
import { cursorSchema } from '../apps/app-list.ts';
import { defineEndpoint, isoDate } from '../contract/contract.ts';

/**
 * `kept`: stored, because no mail server is configured. `waiting`: sent soon, or retried after a failure.
 * `failed`: given up.
 */
export const mailStates = ['kept', 'waiting', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

export const mailSchema = z.strictObject({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  /** The mail server's message at the last attempt; null without an error. */
  problem: z.nullable(z.string()),
  createdAt: isoDate,
  sentAt: z.nullable(isoDate),
});
export type Mail = z.output<typeof mailSchema>;

export const listMails = defineEndpoint({
  method: 'GET',
  path: '/api/admin/mails',
  summary: 'The mails that Flux wrote in the last 30 days, newest first',
  access: 'admin',
  query: z.strictObject({
    cursor: z.optional(cursorSchema),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  }),
  paged: true,
  output: mailSchema,
});
