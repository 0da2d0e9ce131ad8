import { texts } from '../../i18n/en/ui.ts';
import { format } from '../../i18n/format.ts';
import { formatNumber } from './numbers.ts';
import type { TextLimit } from './text-limit.ts';

/** The counter appears below this number of characters, or below half of a shorter limit. */
const shortTextThreshold = 50;

/** The number of characters left, negative if the text is too long. Null while there are plenty. */
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
