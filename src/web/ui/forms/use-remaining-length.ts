import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { remainingLength, remainingLengthText } from '../../lib/format/remaining-length.ts';
import { textLimitOf } from '../../lib/format/text-limit.ts';
import { announce } from '../../lib/page/announce.ts';

type Stage = 'far' | 'near' | 'over';

const stageOf = (left: number | null): Stage => (left === null ? 'far' : left < 0 ? 'over' : 'near');

/** How much more fits in the text field of that id, from when it is little on: in words, and whether it is too much. */
export function useRemainingLength(id: string, schema: z.core.$ZodType | undefined) {
  const limit = schema ? textLimitOf(schema) : null;
  const [left, setLeft] = useState<number | null>(null);
  const read = () => {
    const field = limit && document.getElementById(id);
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
      ? remainingLength(limit as NonNullable<typeof limit>, field.value)
      : null;
  };
  // A form fills in, takes back and empties its fields without an event of theirs.
  useEffect(() => setLeft(read()));
  const follow = () => {
    const next = read();
    setLeft(next);
    // Not for every key: whoever hears it could not hear what they type.
    if (limit && next !== null && stageOf(next) !== stageOf(left))
      announce(remainingLengthText(next, limit.most));
  };
  return {
    most: limit?.most ?? 0,
    words: limit && left !== null ? remainingLengthText(left, limit.most) : null,
    isOver: stageOf(left) === 'over',
    follow,
  };
}
