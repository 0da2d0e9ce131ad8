import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { remainingLength, remainingLengthText } from '../../lib/format/remaining-length.ts';
import { textLimitOf } from '../../lib/format/text-limit.ts';
import { announce } from '../../lib/page/announce.ts';

type Stage = 'far' | 'near' | 'over';

const stageOf = (left: number | null): Stage => (left === null ? 'far' : left < 0 ? 'over' : 'near');

/** The remaining length of the text field with that id, once it is short: as text, and whether it is exceeded. */
export function useRemainingLength(id: string, schema: z.core.$ZodType | undefined) {
  const limit = schema ? textLimitOf(schema) : null;
  const [left, setLeft] = useState<number | null>(null);
  const read = () => {
    const field = limit && document.getElementById(id);
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
      ? remainingLength(limit as NonNullable<typeof limit>, field.value)
      : null;
  };
  // Forms set, reset and clear their fields without events.
  useEffect(() => setLeft(read()));
  const follow = () => {
    const next = read();
    setLeft(next);
    // Not for every key: announcements would cover the typed characters.
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
