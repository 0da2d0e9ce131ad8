import { texts } from '../i18n/en/ui.ts';
import { fill } from '../i18n/format.ts';
import { formatNumber } from './numbers.ts';
import type { TextLimit } from './text-limit.ts';

/** Under so many are little of a short text; of one that is shorter yet, half of it. */
const few = 50;

/** How many characters more a text may have, below zero where it has too many; null while there is room enough. */
export function textRoom({ most, lengthOf }: TextLimit, text: string): number | null {
  const left = most - lengthOf(text);
  return left < Math.max(most / 10, Math.min(few, most / 2)) ? left : null;
}

export function textRoomWords(left: number, most: number): string {
  const limit = formatNumber(most);
  return left < 0
    ? fill(texts.charactersOver, { over: -left, limit })
    : fill(texts.charactersLeft, { left: formatNumber(left), limit });
}
