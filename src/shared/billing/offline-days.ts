import type { Offline } from './offline.ts';

/** Offline content is permanently deleted this long after its owner's plan ended. */
export const offlineDays = 30;
const dayMilliseconds = 86_400_000;

/** @param since when it went offline */
export function deletionAfter(since: Date): Date {
  return new Date(since.getTime() + offlineDays * dayMilliseconds);
}

/** Days until the deletion, started days rounded up; 0 during the deletion. */
export function daysToDeletion({ deletionAt }: Pick<Offline, 'deletionAt'>, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(deletionAt) - now) / dayMilliseconds));
}
