import { useMemo, useState } from 'react';
import { cardProblemsOf } from '../checkout/problem.ts';
import { type CardPart, type CardProblems, cardParts } from './card-form.ts';

/**
 * The remaining messages of a refused card: a message disappears when its part is edited.
 * @param forget called after the last one, or if the card was not the problem
 */
export function useCardProblems(error: unknown, forget: () => void) {
  const told = useMemo(() => (error ? cardProblemsOf(error) : {}), [error]);
  const [mended, setMended] = useState<{ of: CardProblems; parts: readonly CardPart[] }>({
    of: {},
    parts: [],
  });
  const done = mended.of === told ? mended.parts : [];
  const left = cardParts.filter((part) => told[part] !== undefined && !done.includes(part));
  return {
    problems: Object.fromEntries(left.map((part) => [part, told[part]])) as CardProblems,
    mend: (...parts: CardPart[]) => {
      if (left.every((part) => parts.includes(part))) forget();
      else setMended({ of: told, parts: [...done, ...parts] });
    },
  };
}
