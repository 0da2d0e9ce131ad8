import { maxSearchLength } from '#shared/contract/search-length.ts';
import type { EarlyKeys } from '../../lib/session/keys.ts';

/** By then somebody does something else. */
const patienceMilliseconds = 5_000;

/**
 * Takes what was pressed, and what is pressed from now on.
 * @param take is given with a key what was typed after it for the field that it leads to
 * @returns ends it
 */
export function takeKeys(early: EarlyKeys, take: (key: string, text?: string) => void): () => void {
  early.take = take;
  const text = early.waiting.length > 0 ? takeText(early) : '';
  for (let next = early.waiting.shift(); next; next = early.waiting.shift()) {
    const typed = next.key === '/' ? text : '';
    // Whoever typed on still waits for it.
    if (typed || performance.now() - next.at < patienceMilliseconds) take(next.key, typed);
  }
  return () => {
    early.take = null;
  };
}

/** What a field begins with, now that the focus is in it. */
export function takeText(early: EarlyKeys): string {
  const signs: string[] = [];
  for (const key of early.typed ?? []) {
    if (key === 'Backspace') signs.pop();
    // Nobody has seen what Enter would take.
    else if (key !== 'Enter') signs.push(key);
  }
  early.typed = null;
  return signs.join('').slice(0, maxSearchLength);
}
