import type { Offline } from './offline.ts';

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
