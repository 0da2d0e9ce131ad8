import { unlimited } from '#shared/plans.ts';
import { counted } from '../../../lib/counted.ts';
import { texts } from '../../../texts/en/billing/plans.ts';
import { fill } from '../../../texts/fill.ts';

/** '3 applications', 'Unlimited applications' */
export function limitText(limit: number, noun: string): string {
  return limit === unlimited ? fill(texts.unlimitedNounS, { noun }) : counted(limit, noun);
}
