import { texts } from '../i18n/en/ui.ts';
import { format } from '../i18n/format.ts';
import { formatNumber } from './numbers.ts';
import type { TextLimit } from './text-limit.ts';

/** Under so many are little of a short text; of one that is shorter yet, half of it. */
const shortTextThreshold = 50;

/** How many characters more a text may have, below zero where it has too many; null while there is room enough. */
export function remainingLength({ most, lengthOf }: TextLimit, text: string): number | null {
  const left = most - lengthOf(text);
  return left < Math.max(most / 10, Math.min(shortTextThreshold, most / 2)) ? left : null;
}

export function remainingLengthText(left: number, most: number): string {
  const limit = formatNumber(most);
  return left < 0
    ? format(texts.charactersOver, { over: -left, limit })
    : format(texts.charactersLeft, { left: formatNumber(left), limit });
}
