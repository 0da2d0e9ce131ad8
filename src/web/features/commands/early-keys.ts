import { maxSearchLength } from '#shared/contract/search-length.ts';
import type { EarlyKeys } from '../../lib/session/keys.ts';

/** Older keys are obsolete. */
const patienceMilliseconds = 5_000;

/**
 * Handles earlier and later keys.
 * @param take gets a key with the text that was typed after it for the field that it opens
 * @returns stops it
 */
export function takeKeys(early: EarlyKeys, take: (key: string, text?: string) => void): () => void {
  early.take = take;
  const text = early.waiting.length > 0 ? takeText(early) : '';
  for (let next = early.waiting.shift(); next; next = early.waiting.shift()) {
    const typed = next.key === '/' ? text : '';
    // A user who kept typing still waits for it.
    if (typed || performance.now() - next.at < patienceMilliseconds) take(next.key, typed);
  }
  return () => {
    early.take = null;
  };
}

/** The initial text of a field that has just been focused. */
export function takeText(early: EarlyKeys): string {
  const signs: string[] = [];
  for (const key of early.typed ?? []) {
    if (key === 'Backspace') signs.pop();
    // Enter would select something unseen.
    else if (key !== 'Enter') signs.push(key);
  }
  early.typed = null;
  return signs.join('').slice(0, maxSearchLength);
}
