import { unlimited } from '#shared/plans.ts';
import { counted } from '../../../lib/counted.ts';

/** '3 applications', 'Unlimited applications' */
export function limitText(limit: number, noun: string): string {
  return limit === unlimited ? `Unlimited ${noun}s` : counted(limit, noun);
}
