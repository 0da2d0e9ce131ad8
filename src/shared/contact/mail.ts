import * as z from 'zod/mini';
import { cursorSchema } from '../apps/app-list.ts';
import { defineEndpoint, isoDate } from '../contract/contract.ts';

/**
 * `kept`: no mail server is configured, so it stays here. `waiting`: it is sent soon, or again after a failure.
 * `failed`: it was given up.
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
  /** What the last attempt came to, in the words of the mail server; null where nothing went wrong. */
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
