import * as z from 'zod/mini';
import { defineEndpoint, isoDate } from './contract.ts';

/** So long after their owner's plan ended, what is offline is deleted for good. */
export const offlineDays = 30;
const dayMilliseconds = 86_400_000;

/** @param since when it was taken offline */
export function deletionAfter(since: Date): Date {
  return new Date(since.getTime() + offlineDays * dayMilliseconds);
}

/** Days until all of it is deleted, begun ones whole; 0 while that is being done. */
export function daysToDeletion({ deletionAt }: Pick<Offline, 'deletionAt'>, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(deletionAt) - now) / dayMilliseconds));
}

export const offlineMessages = {
  application:
    'This application is offline, because your subscription has ended. Choose a plan to bring it back.',
  organization:
    'This organization is offline, because your subscription has ended. Choose a plan to bring it back.',
  organizationOfOther: 'This organization is offline, because the subscription of its owner has ended.',
};

export const offlineSchema = z.strictObject({
  since: isoDate,
  /** When it is deleted for good, unless there is a plan again. */
  deletionAt: isoDate,
  applications: z.int(),
  organizations: z.int(),
});
export type Offline = z.output<typeof offlineSchema>;

export const getOffline = defineEndpoint({
  method: 'GET',
  path: '/api/offline',
  summary:
    'What of one’s own is offline since one’s plan ended, and when it is deleted for good; null where nothing is',
  access: 'signed-in',
  output: z.strictObject({ offline: z.nullable(offlineSchema) }),
});
